// Cancelling without leaving the board: the form of the page for it, in a sheet, and a word afterwards of what was told to whom.
import { notice } from './cards.js';
import { end } from './ended.js';
import { get, say, words } from './page.js';
import { ask, catchUp } from './stream.js';

const HEADERS = { 'HX-Request': 'true', 'Content-Type': 'application/x-www-form-urlencoded' };
const TOAST_FOR = 8000;

/** Where it cannot the link leads to the page. */
export const canOpen = () => Boolean(get('sheet').showModal);

/** Opens the sheet of an order. */
export async function openCancel(link, id) {
  const sheet = get('sheet');
  let got;
  try {
    got = await ask(link.href, { headers: { 'HX-Request': 'true' } });
  } catch {
    notice(id, words.unsent);
    return;
  }
  if (got.answer.type === 'opaqueredirect') { end(); return; }
  // The order may be over: the page says it.
  if (!got.answer.ok) { location.href = link.href; return; }
  show(sheet, got.text, id);
}

function show(sheet, html, id) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const form = page.querySelector('main form');
  const title = page.querySelector('h1');
  const alert = page.querySelector('main [role="alert"]');
  title.id = 'sheet-title';
  sheet.replaceChildren(...[title, alert, form].filter(Boolean).map((node) => document.importNode(node, true)));
  const shown = sheet.querySelector('form');
  shown.addEventListener('submit', (event) => { event.preventDefault(); send(sheet, shown, id); });
  shown.querySelector('a.button').addEventListener('click', (event) => { event.preventDefault(); sheet.close(); });
  if (!sheet.open) sheet.showModal();
  (sheet.querySelector('input[type="radio"]') ?? shown).focus();
}

async function send(sheet, form, id) {
  const button = form.querySelector('button');
  if (button.hasAttribute('aria-disabled')) return;
  button.setAttribute('aria-disabled', 'true');
  let got;
  try {
    got = await ask(form.action, { method: 'POST', headers: HEADERS, body: new URLSearchParams(new FormData(form)).toString() });
  } catch {
    button.removeAttribute('aria-disabled');
    button.before(Object.assign(document.createElement('p'), { className: 'banner bad', role: 'alert', textContent: words.unsent }));
    return;
  }
  if (got.answer.type === 'opaqueredirect') { sheet.close(); end(); return; }
  if (got.answer.status === 403) { location.reload(); return; }
  if (got.answer.ok) {
    sheet.close();
    toast(got.text);
    catchUp();
    return;
  }
  show(sheet, got.text, id);
}

let fading = null;

/** What was told to whom. */
export function toast(text) {
  const place = get('toast');
  place.textContent = text;
  place.hidden = false;
  say(text);
  clearTimeout(fading);
  fading = setTimeout(() => { place.hidden = true; }, TOAST_FOR);
}
