// A screen in the kitchen: stays awake where the browser lets it, and fills the screen when somebody asks for it.
const whole = document.getElementById('whole');
const sleepy = document.getElementById('sleepy');
let lock = null;

async function stayAwake() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request('screen');
    sleepy.hidden = true;
  } catch {
    // Not encrypted, or the battery is low: then somebody should know.
    sleepy.hidden = false;
  }
}

// The browser lets go of it whenever the page is out of sight.
document.addEventListener('visibilitychange', stayAwake);
// Some give it only once somebody has touched the page.
document.addEventListener('pointerup', stayAwake, { passive: true });
stayAwake();

const isInstalled = matchMedia('(display-mode: fullscreen)').matches || matchMedia('(display-mode: standalone)').matches;
if (document.fullscreenEnabled && !isInstalled) {
  const show = () => { whole.hidden = Boolean(document.fullscreenElement); };
  whole.addEventListener('click', () => document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {}));
  document.addEventListener('fullscreenchange', show);
  show();
}

// A card leads to the page of its order, and that is not the kitchen's: here it opens what is in it, over the board.
const sheet = document.getElementById('dishes');

async function open(id) {
  const answer = await fetch(`/kitchen/orders/${id}`, { credentials: 'same-origin', redirect: 'manual' });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const ordered = page.getElementById('ordered');
  if (!ordered) throw new Error(`HTTP ${answer.status}`);
  sheet.replaceChildren(document.importNode(ordered, true));
  sheet.querySelector('a.button').addEventListener('click', (event) => { event.preventDefault(); sheet.close(); });
  sheet.showModal();
}

document.getElementById('content').addEventListener('click', (event) => {
  const link = event.target.closest('#board a:not(.button), #recalled a:not(.button)');
  if (!link) return;
  event.preventDefault();
  const card = link.closest('.card');
  if (card) open(card.dataset.id).catch(() => { location.href = `/kitchen/orders/${card.dataset.id}`; });
}, true);
sheet.addEventListener('click', (event) => { if (event.target === sheet) sheet.close(); });
