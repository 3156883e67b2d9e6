// Sends the buttons. A press that could not be sent stays on its card as not sent, and is offered again.
import { cardOf, drop, isUnsteady, notice, see, soon, touch } from './cards.js';
import { board, get, words } from './page.js';
import { end } from './ended.js';
import { canOpen, openCancel } from './sheet.js';
import { ask, catchUp } from './stream.js';

const HEADERS = { 'HX-Request': 'true', 'Content-Type': 'application/x-www-form-urlencoded' };

async function press(button) {
  const { id } = button.closest('.card').dataset;
  // Not `disabled`: that would take the focus away from whoever works with the keyboard.
  if (button.hasAttribute('aria-disabled')) return;
  button.setAttribute('aria-disabled', 'true');
  const body = new URLSearchParams(new FormData(get('act')));
  body.set(button.name, button.value);
  const failed = (text, millis) => {
    button.removeAttribute('aria-disabled');
    notice(id, text, millis);
  };
  let got;
  try {
    got = await ask(button.formAction, { method: 'POST', headers: HEADERS, body: body.toString() });
  } catch {
    button.classList.add('unsent');
    failed(words.unsent, 0);
    return;
  }
  const { answer, text } = got;
  button.classList.remove('unsent');
  if (answer.type === 'opaqueredirect') { end(); return; }
  // Signed in anew in another tab: only a new page has the right guard.
  if (answer.status === 403) { location.reload(); return; }
  if (answer.ok) { setTimeout(() => { if (button.isConnected) catchUp(); }, 1500); return; }
  const isPage = (answer.headers.get('Content-Type') ?? '').startsWith('text/html');
  const said = isPage && new DOMParser().parseFromString(text, 'text/html').querySelector('[role="alert"]');
  failed(said ? said.textContent : text);
  if (answer.status === 409) catchUp();
}

export function begin() {
  // A key that is held down is one press: the next step is another decision.
  board.addEventListener('keydown', (event) => {
    touch();
    if (event.repeat && (event.key === 'Enter' || event.key === ' ') && event.target.closest('.card')) event.preventDefault();
  });
  board.addEventListener('pointerdown', touch, { passive: true });
  board.addEventListener('click', (event) => {
    const card = event.target.closest('.card');
    const button = card && event.target.closest('button, a');
    if (!button) return;
    // It is gone already, and only waits for the hand to leave.
    if (card.matches('.leaving')) { event.preventDefault(); return; }
    if (isUnsteady(event, card, button)) { event.preventDefault(); return; }
    if (button.matches('.next, .noted, .tick')) {
      event.preventDefault();
      press(button);
    } else if (button.matches('.seen')) {
      see(card);
      const { id, change } = card.dataset;
      card.classList.add('leaving');
      soon(() => drop(id, change));
    } else if (button.matches('.twin-cancel')) {
      const { other } = button.closest('.twin').dataset;
      const link = cardOf(other)?.querySelector('.cancel');
      if (!link) return;
      if (canOpen()) openCancel(link, other); else location.href = link.href;
    } else if (button.matches('.cancel')) {
      // Back to this very board, with its filter.
      button.search = `?back=${encodeURIComponent(location.pathname + location.search)}`;
      if (event.ctrlKey || event.metaKey || event.shiftKey || !canOpen()) return;
      event.preventDefault();
      openCancel(button, card.dataset.id);
    }
  });
}
