// The strip of cancellations: seen once, it is gone on every screen. The page need not be loaded anew for it, which would
// silence it.
import { get } from './page.js';
import { end } from './ended.js';
import { ask, catchUp } from './stream.js';

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

export function begin() {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#strip .noted');
    if (!button) return;
    event.preventDefault();
    press(button);
  });
}
