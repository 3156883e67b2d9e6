// How the bell rings, on the board and on every other page: again and again until somebody answers, oftener when time runs
// out, and in the title of the page.
import { sound } from './sound.js';

/** In seconds: when time runs out nobody waits longer for the next bell. */
const URGENT = 2;
/** A bell takes so long: the next one begins after it. */
const ONE_BELL = 1900;

const title = document.title;
let rungAt = -Infinity;
let rungFor = new Set();
let wasHeard = false;

/** Rings for the orders that wait for an answer, if it is time to. */
export function ringFor(waiting, isUrgent) {
  document.title = (waiting.length ? `(${waiting.length}) ` : '') + title;
  if (!waiting.length) { forget(); return; }
  if (!isDue(waiting, isUrgent)) return;
  rungAt = performance.now();
  rungFor = new Set(waiting);
  wasHeard = sound.isAwake() && !sound.isMuted();
  sound.bell(isUrgent);
}

/** Not by the clock of the day, which somebody may set. */
function isDue(waiting, isUrgent) {
  const since = performance.now() - rungAt;
  const seconds = sound.pause();
  // Whoever wants one bell for each order hears it when another comes.
  if (seconds === 0) return since > ONE_BELL && waiting.some((id) => !rungFor.has(id));
  return since >= (isUrgent ? Math.min(seconds, URGENT) : seconds) * 1000 - 100;
}

function forget() {
  rungAt = -Infinity;
  rungFor.clear();
}

/** One that nobody could hear is made good with the next; one that was heard is not rung over. */
export function makeGood() { if (!wasHeard) forget(); }
