// A step that waits a moment before it is sent, so that a slip of the hand can be taken back. Nothing has happened until it
// is sent: status, history and events stay as they are.
import { stretch } from './ages.js';
import { cardOf, moved } from './cards.js';
import { all, put, words } from './page.js';

const SECONDS = Number(words.hold);
/** By order: which step, and when it goes out. */
const held = new Map();
let send = () => {};

export function begin(work) {
  send = work;
  // Whoever closes the page has pressed the button all the same.
  window.addEventListener('pagehide', () => held.forEach((_, id) => release(id, true)));
}

const stepOf = (button) => button.formAction + button.value;

/** Holds a step that may be held, or takes back one that is; `false` where it is to be sent at once. */
export function hold(button) {
  const { id } = button.closest('.card').dataset;
  if (held.has(id)) { held.delete(id); undress(button); moved(id); return true; }
  if (!SECONDS || !button.formAction.endsWith('/advance')) return false;
  held.set(id, { step: stepOf(button), at: performance.now() + SECONDS * 1000 });
  moved(id);
  tick();
  return true;
}

function release(id, isLeaving) {
  held.delete(id);
  const button = cardOf(id)?.querySelector('.next');
  if (!button) return;
  undress(button);
  send(button, isLeaving);
}

function undress(button) {
  if (!button.dataset.text) return;
  button.firstChild.textContent = button.dataset.text;
  button.classList.remove('held');
  delete button.dataset.text;
  const line = button.closest('.card').querySelector('.holding');
  line?.remove();
}

/** A card may have been replaced meanwhile; a step that was taken elsewhere is no longer held. */
export function tick() {
  held.forEach(({ step, at }, id) => {
    const button = cardOf(id)?.querySelector('.next');
    if (!button || stepOf(button) !== step) { held.delete(id); return; }
    const left = at - performance.now();
    if (left <= 0) { release(id, false); return; }
    if (!button.dataset.text) {
      button.dataset.text = button.firstChild.textContent;
      button.firstChild.textContent = words.undo;
      button.classList.add('held');
      button.closest('.acts').before(Object.assign(document.createElement('p'), { className: 'holding', role: 'status' }));
    }
    all('.holding', button.closest('.card')).forEach((line) => put(line, words.held.replace('{}', stretch(left + 999))));
  });
}
