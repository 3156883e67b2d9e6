// The owner waits for a device: counts down, and notices when it has come in.
const place = document.getElementById('invitation');
const left = place?.querySelector('.left b');
const until = performance.now() + Number(place?.dataset.seconds) * 1000;

function count() {
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

async function look() {
  try {
    const answer = await fetch(location.href, { cache: 'no-store', credentials: 'same-origin' });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (answer.ok && !page.getElementById('invitation')) location.reload();
  } catch { /* Then next time. */ }
}

if (left) {
  setInterval(count, 1000);
  setInterval(look, 2000);
}
