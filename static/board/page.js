// What the parts of the board share: the page's own elements, its texts, and the clock of the server.
export const board = document.getElementById('board');
export const words = board.dataset;
export const units = words.units.split(' ');

export const get = (id) => document.getElementById(id);
export const all = (selector, root = board) => [...root.querySelectorAll(selector)];
export const columns = () => get('columns');

export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** For whoever listens instead of looking. */
export function say(text) { get('said').textContent = text; }

// That of a kitchen tablet may be anything.
let ahead = 0;
export function setClock(millis) { ahead = Number(millis) - Date.now(); }
export const now = () => Date.now() + ahead;

/** What this device was told to do. A private window keeps nothing: then it holds for this page. */
const kept = new Map();
export function recall(name, otherwise) {
  try { return localStorage.getItem(`garson.${name}`) ?? otherwise; } catch { return kept.get(name) ?? otherwise; }
}
export function remember(name, value) {
  kept.set(name, value);
  try { localStorage.setItem(`garson.${name}`, value); } catch { /* Then until the next reload. */ }
}
