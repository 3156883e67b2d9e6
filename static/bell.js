// Rings on every page but the board, which does it by itself: somebody may be at the reports while an order waits.
import { lineTo } from './line.js';
import { ringFor } from './ringing.js';
import { ringOnce, showTrouble } from './trouble.js';

/** With so much time left to answer an order the bell is urgent, as the board's clocks are. */
const SOON = 60_000;
/** The browser gives up for good on some answers: a program that is only starting is one. Asked again after so long, and
 *  later and later: it may be that nobody is signed in any more. */
const AGAIN = { first: 5000, last: 60_000 };

const place = document.querySelector('.nav [href="/"]');
/** From when on each order rings, and until when it has to be answered. */
const orders = new Map();
let ahead = 0;
let again = null;
let pause = AGAIN.first;

const now = () => Date.now() + ahead;

const news = {
  hello: (data) => {
    ahead = Number(data.split(' ')[1]) - Date.now();
    orders.clear();
    pause = AGAIN.first;
  },
  beat: (data) => { ahead = Number(data) - Date.now(); },
  ring: (data) => {
    const [id, from, by] = data.split(' ');
    if (Number(from)) orders.set(id, { from: Number(from), by: Number(by) }); else orders.delete(id);
    ring();
  },
  again: () => line.open(),
  bye: () => line.close(),
  trouble: showTrouble,
};

const line = lineTo('/bell', news, (isOver) => {
  if (!isOver) return;
  clearTimeout(again);
  again = setTimeout(() => line.open(), pause);
  pause = Math.min(2 * pause, AGAIN.last);
});

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

line.open();
setInterval(() => { ring(); ringOnce(); }, 1000);
