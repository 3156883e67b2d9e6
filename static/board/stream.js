// Keeps the board up to date: hears of changes, and fetches everything when it may have missed some.
import { drop, parse, place, soon } from './cards.js';
import { all, columns, get, say, setClock, words } from './page.js';
import { end, isEnded } from './ended.js';
import { draw } from './hand.js';
import { lineTo } from '../line.js';
import { sound } from '../sound.js';
import { showTrouble } from '../trouble.js';

/** Two beats of the stream and a little. */
const LOST_AFTER = 12_000;
/** A platform that is told takes ten seconds at most. */
const PATIENCE = 15_000;

/** Up to which change the whole board has been shown. */
let { position } = columns().dataset;
/** Something may have been missed: until a catch-up has succeeded, nothing that comes later makes up for it. */
let isBehind = false;
let heardAt = Date.now();
let isLost = false;
let again = null;
let asked = 0;
let lostAt = 0;
/** So long without a line is worth a sound. */
const ALARM_AFTER = 30_000;

function lose() {
  if (!isLost) { say(words.lost); lostAt = performance.now(); }
  isLost = true;
  show();
}

function find() {
  if (isLost) say(words.found);
  isLost = false;
  show();
}

function show() {
  if (get('lost').hidden === !isLost && get('live').hidden === isLost) return;
  draw(() => { get('lost').hidden = !isLost; get('live').hidden = isLost; });
}

function later(millis, work) {
  clearTimeout(again);
  again = setTimeout(work, millis);
}

const inStrip = (id) => get('strip').querySelector(`[data-id="${id}"]`);

function reach(id) { if (!isBehind && id > position) position = id; }

const news = {
  hello: (data) => {
    heardAt = Date.now();
    const [there, time] = data.split(' ');
    setClock(time);
    find();
    if (isBehind || there !== position) catchUp();
  },
  beat: (data) => { heardAt = Date.now(); setClock(data); find(); },
  again: catchUp,
  // The session may be over: then this leads to the door.
  bye: () => { line.close(); lose(); catchUp(); later(3000, connect); },
  card: (data) => {
    const card = parse(data);
    reach(card.dataset.change);
    soon(() => place(card), { card });
    // The strip is of the whole board.
    if ('unseen' in card.dataset && !inStrip(card.dataset.id)) catchUp();
  },
  gone: (data) => {
    const [id, at] = data.split(' ');
    reach(at);
    soon(() => drop(id, at), { id, at });
    if (inStrip(id)) catchUp();
  },
  trouble: showTrouble,
  took: (data) => showTook(parse(data)),
};

/** How long orders take, where this screen says so. */
function showTook(fresh) {
  const known = get('took');
  if (known && fresh) draw(() => known.replaceWith(fresh));
}

const line = lineTo(words.stream, news, (isOver) => {
  lose();
  // The browser gives up for good on some answers: being signed out is one.
  if (isOver) later(2000, () => { catchUp(); connect(); });
});

export function connect() {
  if (isEnded()) return;
  clearTimeout(again);
  heardAt = Date.now();
  line.open();
}

/** Whichever way the clock was set, or however long the device slept. */
export function watch() {
  if (isEnded()) return;
  if (Math.abs(Date.now() - heardAt) > LOST_AFTER) { lose(); connect(); }
  // Then once more every half minute, until somebody has seen to it.
  if (isLost && performance.now() - lostAt > ALARM_AFTER) { lostAt = performance.now(); sound.lost(); }
}

/** As fetch, but not for ever. */
export async function ask(url, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { ...options, credentials: 'same-origin', redirect: 'manual', signal: stop.signal });
    return { answer, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

/** Fetches the whole board and takes from it what is newer than what is shown. */
export async function catchUp() {
  isBehind = true;
  asked += 1;
  const mine = asked;
  try {
    const { answer, text } = await ask(words.pieces, { cache: 'no-store' });
    if (answer.type === 'opaqueredirect') { line.close(); end(); return; }
    // It is for something else now: a new page shows that.
    if (answer.status === 403) { location.reload(); return; }
    const fresh = answer.ok && parse(text);
    if (!fresh || fresh.id !== 'columns') throw new Error(`HTTP ${answer.status}`);
    setClock(fresh.dataset.now);
    const there = new Set();
    const strip = fresh.nextElementSibling;
    showTook(fresh.querySelector('#took'));
    if (strip?.id === 'strip') draw(() => get('strip').replaceWith(strip));
    soon(() => {
      all('.column', fresh).forEach((column) => { get(column.id).dataset.undrawn = column.dataset.undrawn ?? 0; });
      all('.card', fresh).forEach((card) => { there.add(card.dataset.id); place(card); });
      all('.card').forEach((card) => {
        const isNewer = card.dataset.change > fresh.dataset.position;
        if (!there.has(card.dataset.id) && !isNewer) drop(card.dataset.id, fresh.dataset.position);
      });
    });
    // Something may have been missed again while it was on its way.
    if (mine !== asked) return;
    position = fresh.dataset.position;
    isBehind = false;
  } catch {
    if (mine !== asked) return;
    lose();
    later(3000, () => { catchUp(); connect(); });
  }
}

export function begin() {
  window.addEventListener('offline', lose);
  window.addEventListener('online', connect);
  connect();
}
