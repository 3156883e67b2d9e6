// Keyboard shortcuts of every page, and the dialog that lists them. Whoever is in the way of them can switch them off.
const help = document.getElementById('help');
const isOn = document.getElementById('keys-on');
const button = document.getElementById('keys');
/** What the page has beside: asked first. */
const own = [];

export function also(find) { own.push(find); }

try { isOn.checked = localStorage.getItem('garson.keys') !== '0'; } catch { /* Then they are on. */ }
isOn.addEventListener('change', () => {
  try { localStorage.setItem('garson.keys', isOn.checked ? '1' : '0'); } catch { /* Then for this page. */ }
});
if (help.showModal && button) {
  button.hidden = false;
  button.addEventListener('click', () => help.showModal());
}

function search() {
  const field = document.querySelector('input[type="search"]');
  if (field) field.focus(); else location.href = '/orders#search';
}
if (location.hash === '#search') search();

function common(event) {
  if (event.key === '?' && help.showModal) return { run: () => help.showModal() };
  if (event.key === '/' && document.querySelector('.nav')) return { run: search };
  const entry = [...document.querySelectorAll('.nav a')].find((one) => one.dataset.key === event.key);
  return entry && { run: () => entry.click() };
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !isOn.checked) return;
  if (document.querySelector('dialog[open]') || event.target.closest('input, select, textarea, [contenteditable]')) return;
  const act = own.map((find) => find(event)).find(Boolean) ?? common(event);
  if (!act) return;
  event.preventDefault();
  // A key that is held down is one press, but for what only moves.
  if (!event.repeat || act.repeats) act.run();
});
