// What keeps orders away: shown as the server has it, over the foot of the page, and rung for once on each device.
import { sound } from './sound.js';

const place = document.getElementById('trouble');
/** So many are remembered; each is known by since when it is. */
const MOST = 50;

let kept = [];
function rung() {
  try { return JSON.parse(localStorage.getItem('garson.rung') ?? '[]'); } catch { return kept; }
}
function remember(keys) {
  kept = keys;
  try { localStorage.setItem('garson.rung', JSON.stringify(keys)); } catch { /* A private window keeps nothing: then for this page. */ }
}

/** What else lies at the foot of the page stays above it, and the end of the page can be scrolled there. */
function measure() {
  document.documentElement.style.setProperty('--trouble', `${place.offsetHeight}px`);
}

export function showTrouble(html) {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const fresh = document.importNode(holder.content, true).firstElementChild;
  if (fresh.innerHTML !== place.innerHTML) place.replaceChildren(...fresh.childNodes);
  place.hidden = fresh.hidden;
  ringOnce();
}

/** Asked every second: a browser is silent until somebody has touched the page, and then it is made good. */
export function ringOnce() {
  if (place.hidden || !sound.isAwake() || sound.isMuted()) return;
  const before = rung();
  const news = [...place.querySelectorAll('[data-trouble]')].map((one) => one.dataset.trouble).filter((key) => !before.includes(key));
  if (!news.length) return;
  remember([...before, ...news].slice(-MOST));
  sound.lost();
}

new ResizeObserver(measure).observe(place);
