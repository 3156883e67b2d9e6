// Rings while an order waits for an answer, and says it in the title of the page.
import { all, now } from './page.js';
import { sound } from '../sound.js';

const NEVER = -1e9;
const title = document.title;
let rungAt = NEVER;
let rungFor = new Set();
let wasHeard = false;

export function ring() {
  const waiting = all('[data-rings]').filter((card) => Number(card.dataset.rings) <= now());
  document.title = (waiting.length ? `(${waiting.length}) ` : '') + title;
  if (!waiting.length) { rungAt = NEVER; rungFor.clear(); return; }
  const isUrgent = waiting.some((card) => card.querySelector('.clock.soon'));
  if (!isDue(waiting, isUrgent)) return;
  rungAt = performance.now();
  rungFor = new Set(waiting.map((card) => card.dataset.id));
  wasHeard = sound.isAwake() && !sound.isMuted();
  sound.bell(isUrgent);
}

/** Not by the clock of the day, which somebody may set. */
function isDue(waiting, isUrgent) {
  const since = performance.now() - rungAt;
  const seconds = sound.pause();
  // Whoever wants one bell for each order hears it when another comes.
  if (seconds === 0) return since > 1900 && waiting.some((card) => !rungFor.has(card.dataset.id));
  return since >= (isUrgent ? Math.min(seconds, 2) : seconds) * 1000 - 100;
}

/** One that nobody could hear is made good at once; one that was heard is not rung over. */
export function ringAnew() {
  if (!wasHeard) { rungAt = NEVER; rungFor.clear(); }
  ring();
}
