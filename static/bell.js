// Rings on every page but the board, which does it by itself: somebody may be at the reports while an order waits.
import { ringFor } from './ringing.js';
import { share } from './tabs.js';

/** With so much time left to answer an order the bell is urgent, as the board's clocks are. */
const SOON = 60_000;
/** The browser gives up for good on some answers: a program that is only starting is one. Asked again after so long, and
 *  later and later: it may be that nobody is signed in any more. */
const AGAIN = { first: 5000, last: 60_000 };

const place = document.querySelector('.nav [href="/"]');
/** From when on each order rings, and until when it has to be answered. */
const orders = new Map();
let ahead = 0;
let source = null;
let again = null;
let pause = AGAIN.first;

const now = () => Date.now() + ahead;

function connect() {
  clearTimeout(again);
  source?.close();
  source = new EventSource('/bell');
  source.addEventListener('hello', ({ data }) => {
    ahead = Number(data.split(' ')[1]) - Date.now();
    orders.clear();
    pause = AGAIN.first;
  });
  source.addEventListener('beat', ({ data }) => { ahead = Number(data) - Date.now(); });
  source.addEventListener('ring', ({ data }) => {
    const [id, from, by] = data.split(' ');
    if (Number(from)) orders.set(id, { from: Number(from), by: Number(by) }); else orders.delete(id);
    ring();
  });
  source.addEventListener('again', connect);
  source.addEventListener('bye', () => source.close());
  source.onerror = ({ target }) => {
    if (target !== source || target.readyState !== EventSource.CLOSED) return;
    again = setTimeout(connect, pause);
    pause = Math.min(2 * pause, AGAIN.last);
  };
}

function ring() {
  const waiting = [...orders].filter(([, { from }]) => from <= now());
  show(waiting.length);
  ringFor(waiting.map(([id]) => id), waiting.some(([, { by }]) => by && by - now() < SOON));
}

function show(count) {
  if (!place) return;
  let badge = place.querySelector('.count');
  if (!count) { badge?.remove(); return; }
  if (!badge) place.append(' ', badge = Object.assign(document.createElement('span'), { className: 'count' }));
  if (badge.textContent !== String(count)) badge.textContent = String(count);
}

function stop() {
  clearTimeout(again);
  source?.close();
  source = null;
  orders.clear();
  ring();
}

connect();
setInterval(ring, 1000);
share('garson/bell', { take: connect, give: stop, has: () => source !== null });
