// The clocks of the cards: how long until an order is late, since when it is, and how long a platform waits for an answer.
import { all, now, put, units, words } from './page.js';

/** As `show::stretch` says it. */
export function stretch(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return `${seconds} ${units[0]}`;
  if (hours < 1) return `${minutes} ${units[1]}`;
  if (hours >= 24) return `${Math.floor(hours / 24)} ${units[3]}`;
  return minutes % 60 ? `${hours} ${units[2]} ${minutes % 60} ${units[1]}` : `${hours} ${units[2]}`;
}

/** Called once for each card that becomes late while it is looked at. */
let onLate = () => {};
export function whenLate(work) { onLate = work; }

function tickDue(card) {
  const left = Number(card.dataset.due) - now();
  const isLate = left <= 0;
  const isSoon = !isLate && Number(card.dataset.soon) <= now();
  if (isLate && !card.classList.contains('late')) onLate(card);
  card.classList.toggle('late', isLate);
  card.classList.toggle('soon', isSoon);
  card.classList.toggle('on-time', !isLate && !isSoon);
  const shown = card.querySelector('.due b');
  if (shown) put(shown, (isLate ? words.late : words.left).replace('{}', stretch(Math.abs(left))));
}

function tickClock(clock) {
  let least = Infinity;
  all('[data-until]', clock).forEach((part) => {
    const left = Math.ceil((Number(part.dataset.until) - now()) / 1000);
    const isOver = left <= 0;
    // The telephone call is one warning among two: once it is past, only the end counts.
    part.hidden = isOver && part.hasAttribute('data-first') && clock.children.length > 1;
    put(part.querySelector('b'), isOver ? words.up : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`);
    if (!part.hidden) least = Math.min(least, left);
  });
  clock.classList.toggle('soon', least < 60);
  clock.classList.toggle('over', least <= 0);
}

export function tickCard(card) {
  if (card.dataset.due) tickDue(card);
  all('.clock', card).forEach(tickClock);
}
