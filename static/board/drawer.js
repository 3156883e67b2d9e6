// What a press brings above the columns until somebody closes it: what was moved on by mistake, and how platforms fare.
import { board, get, say, words } from './page.js';
import { change, parse } from './cards.js';
import { end } from './ended.js';
import { ask } from './stream.js';

const isAway = () => !document.querySelector('dialog[open]');

/** `id` is the section that comes from `address`; `home` is where the eye goes back to. */
function drawer({ id, address, home }) {
  const close = () => {
    change(() => get(id)?.remove());
    get(home).focus({ preventScroll: true });
  };
  const open = async () => {
    let got;
    try {
      got = await ask(address, { cache: 'no-store' });
    } catch {
      say(words.lost);
      return;
    }
    if (got.answer.type === 'opaqueredirect') { end(); return; }
    if (!got.answer.ok) return;
    get(id)?.remove();
    const shown = parse(got.text);
    shown.querySelector('.close').addEventListener('click', close);
    change(() => board.before(shown));
    scrollTo({ top: 0 });
    shown.querySelector('h2').focus({ preventScroll: true });
  };
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && get(id) && isAway()) close(); });
  return () => { if (get(id)) close(); else open(); };
}

export function begin() {
  const recalled = drawer({ id: 'recalled', address: words.recall, home: 'recall' });
  get('recall').hidden = false;
  get('recall').addEventListener('click', recalled);
  const platforms = drawer({ id: 'faring', address: words.faring, home: 'device' });
  get('faring-open').addEventListener('click', () => { get('device-sheet').close(); platforms(); });
}
