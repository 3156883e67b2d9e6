// Brings what was moved on by mistake back into sight, above the columns, until somebody closes it.
import { board, get, say, words } from './page.js';
import { change, parse } from './cards.js';
import { end } from './ended.js';
import { ask } from './stream.js';

function close() {
  change(() => get('recalled')?.remove());
  get('recall').focus({ preventScroll: true });
}

async function open() {
  let got;
  try {
    got = await ask(words.recall, { cache: 'no-store' });
  } catch {
    say(words.lost);
    return;
  }
  if (got.answer.type === 'opaqueredirect') { end(); return; }
  if (!got.answer.ok) return;
  get('recalled')?.remove();
  const shown = parse(got.text);
  shown.querySelector('.close').addEventListener('click', close);
  change(() => board.before(shown));
  scrollTo({ top: 0 });
  shown.querySelector('h2').focus({ preventScroll: true });
}

export function begin() {
  const button = get('recall');
  button.hidden = false;
  button.addEventListener('click', () => { if (get('recalled')) close(); else open(); });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && get('recalled') && !document.querySelector('dialog[open]')) close(); });
}
