// Rings on every page but the board, which does it by itself: somebody may be at the reports while an order waits.
import { sound } from './sound.js';
import { share } from './tabs.js';

const title = document.title;
const place = document.querySelector('.nav [href="/"]');
/** From when on each order rings, and until when it has to be answered. */
const orders = new Map();
let ahead = 0;
let source = null;
let rungAt = -Infinity;
let rungFor = new Set();

const now = () => Date.now() + ahead;

function connect() {
  source?.close();
  source = new EventSource('/bell');
  source.addEventListener('hello', ({ data }) => {
    ahead = Number(data.split(' ')[1]) - Date.now();
    orders.clear();
  });
  source.addEventListener('beat', ({ data }) => { ahead = Number(data) - Date.now(); });
  source.addEventListener('ring', ({ data }) => {
    const [id, from, by] = data.split(' ');
    if (Number(from)) orders.set(id, { from: Number(from), by: Number(by) }); else orders.delete(id);
    ring();
  });
  source.addEventListener('again', connect);
  source.addEventListener('bye', () => source.close());
}

/** As the board does it: again and again until somebody answers, and oftener when time runs out. */
function ring() {
  const waiting = [...orders].filter(([, { from }]) => from <= now());
  document.title = (waiting.length ? `(${waiting.length}) ` : '') + title;
  show(waiting.length);
  if (!waiting.length) { rungAt = -Infinity; rungFor.clear(); return; }
  const isUrgent = waiting.some(([, { by }]) => by && by - now() < 60_000);
  const since = performance.now() - rungAt;
  const seconds = sound.pause();
  const isNew = waiting.some(([id]) => !rungFor.has(id));
  const isDue = seconds === 0 ? since > 1900 && isNew : since >= (isUrgent ? Math.min(seconds, 2) : seconds) * 1000 - 100;
  if (!isDue) return;
  rungAt = performance.now();
  rungFor = new Set(waiting.map(([id]) => id));
  sound.bell(isUrgent);
}

function show(count) {
  if (!place) return;
  let badge = place.querySelector('.count');
  if (!count) { badge?.remove(); return; }
  if (!badge) place.append(' ', badge = Object.assign(document.createElement('span'), { className: 'count' }));
  if (badge.textContent !== String(count)) badge.textContent = String(count);
}

function stop() {
  source?.close();
  source = null;
  orders.clear();
  ring();
}

connect();
setInterval(ring, 1000);
share('garson/bell', { take: connect, give: stop, has: () => source !== null });
