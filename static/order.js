// Keeps the page of one order up to date. It hears of changes from the board's stream and then fetches itself anew; where
// there is no stream it looks every few seconds. Nothing moves under a person who has chosen or opened something.
import { lineTo } from './line.js';

const news = document.getElementById('news');
/** Between two looks where nothing tells of changes. */
const LOOK_EVERY = 15_000;
/** What webhooks answered comes a little later than the change. */
const AFTERWARDS = 4_000;

let looks = 0;
let later = 0;

const shown = () => document.getElementById('order');

/** What is open stays open, and what has the focus keeps it. */
function replace(fresh) {
  const old = shown();
  const opened = [...old.querySelectorAll('details')].map((one) => one.open);
  const { activeElement } = document;
  const held = old.contains(activeElement) && ['.acts .next', '.acts .danger'].find((name) => activeElement.matches(name));
  const isMoved = old.dataset.status !== fresh.dataset.status;
  old.replaceWith(fresh);
  fresh.querySelectorAll('details').forEach((one, at) => { one.open = opened[at] ?? one.open; });
  if (held) fresh.querySelector(held)?.focus({ preventScroll: true });
  if (isMoved) news.textContent = `${fresh.dataset.updated} ${fresh.dataset.status}`;
}

async function look() {
  looks += 1;
  const mine = looks;
  try {
    // As if it were opened anew from where it was opened: the way back leads there.
    const referrer = document.referrer || location.href;
    const answer = await fetch(location.href, { cache: 'no-store', credentials: 'same-origin', redirect: 'manual', referrer });
    // Signed out meanwhile: then this leads to the door.
    if (answer.type === 'opaqueredirect') { location.reload(); return; }
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('order');
    if (mine === looks && fresh && fresh.outerHTML !== shown().outerHTML) replace(document.adoptNode(fresh));
  } catch { /* Out of reach; the next one may get through. */ }
}

function told() {
  look();
  clearTimeout(later);
  later = setTimeout(look, AFTERWARDS);
}

const { id, stream } = shown().dataset;
let isBroken = false;
const line = lineTo(stream, {
  hello: () => { isBroken = false; look(); },
  again: look,
  card: (data) => { if (data.includes(`data-id="${id}"`)) told(); },
  gone: (data) => { if (data.startsWith(id)) told(); },
  bye: () => { line.close(); look(); },
}, (isOver) => { isBroken = isOver; });

/** How long its platform still waits for an answer. By this device's clock: a page that is opened shows what the server says. */
function tick() {
  const clock = shown().querySelector('.clock');
  if (!clock) return;
  const left = Math.ceil((Number(clock.dataset.until) - Date.now()) / 1000);
  clock.querySelector('b').textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : clock.dataset.up;
  clock.classList.toggle('soon', left > 0 && left < 60);
  clock.classList.toggle('over', left <= 0);
}
tick();
setInterval(tick, 1000);

setInterval(() => { if (!document.hidden && isBroken) { look(); line.open(); } }, LOOK_EVERY);
line.open();
