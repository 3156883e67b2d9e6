// The same order twice from a web shop, whose customer has pressed twice: the same number, customer and basket under two ids.
// Both cards say so, and lead to cancelling the later one. Nothing is ever cancelled on a guess.
import { all, words } from './page.js';

const textOf = (card, which) => all(which, card).map((one) => one.textContent.trim()).join(' ');
const likeness = (card) => [card.dataset.name, textOf(card, '.who > b'), textOf(card, '.dishes > li')].join('\n');

/** Marks those that are there twice, and no others. */
export function markTwins() {
  const alike = new Map();
  all('.card.open:not(.dead, [data-over])').forEach((card) => {
    const key = card.dataset.name;
    alike.set(key, [...(alike.get(key) ?? []), card]);
  });
  const later = new Map();
  [...alike.values()].filter((cards) => cards.length > 1).forEach((cards) => {
    // Their ids rise in the order in which they came.
    const [first, ...others] = cards.toSorted((one, other) => (one.dataset.id < other.dataset.id ? -1 : 1));
    others.filter((card) => likeness(card) === likeness(first)).forEach((card) => {
      later.set(card, card);
      later.set(first, card);
    });
  });
  all('.twin').forEach((mark) => { if (later.get(mark.closest('.card'))?.dataset.id !== mark.dataset.other) mark.remove(); });
  later.forEach((twin, card) => { if (!card.querySelector('.twin')) mark(card, twin); });
}

function mark(card, twin) {
  const line = Object.assign(document.createElement('div'), { className: 'alert warn twin', textContent: words.twin });
  line.dataset.other = twin.dataset.id;
  if (twin.querySelector('.cancel')) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'twin-cancel', textContent: words.twinCancel });
    line.append(' ', button);
  }
  card.querySelector('header').after(line);
}
