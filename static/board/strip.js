// The strip of cancellations: seen once, it is gone on every screen. The page need not be loaded anew for it, which would
// silence it.
import { get } from './page.js';
import { end } from './ended.js';
import { ask, catchUp } from './stream.js';
import { sound } from '../sound.js';

const HEADERS = { 'HX-Request': 'true', 'Content-Type': 'application/x-www-form-urlencoded' };

async function press(button) {
  if (button.hasAttribute('aria-disabled')) return;
  button.setAttribute('aria-disabled', 'true');
  const body = new URLSearchParams(new FormData(get('act')));
  body.set(button.name, button.value);
  try {
    const { answer } = await ask(button.formAction, { method: 'POST', headers: HEADERS, body: body.toString() });
    if (answer.type === 'opaqueredirect') { end(); return; }
    if (answer.status === 403) { location.reload(); return; }
    catchUp();
  } catch {
    button.removeAttribute('aria-disabled');
  }
}

/** It sounds every ten seconds, or as often as new orders do, until somebody has seen all of it. */
let soundedAt = get('strip').hidden ? performance.now() : -Infinity;
export function tick() {
  // What comes has sounded as it came.
  if (get('strip').hidden) { soundedAt = performance.now(); return; }
  const pause = sound.pause() ? 1_000 * Math.max(10, sound.pause()) : Infinity;
  if (performance.now() - soundedAt < pause) return;
  soundedAt = performance.now();
  sound.alas();
}

export function begin() {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#strip .noted');
    if (!button) return;
    event.preventDefault();
    press(button);
  });
}
