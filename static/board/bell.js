// Rings while a card on the board waits for an answer.
import { coming } from './cards.js';
import { all, now } from './page.js';
import { makeGood, ringFor } from '../ringing.js';

export function ring() {
  const waiting = [...all('[data-rings]'), ...coming().filter((card) => card.dataset.rings)].filter((card) => Number(card.dataset.rings) <= now());
  ringFor(waiting.map((card) => card.dataset.id), waiting.some((card) => card.querySelector('.clock.soon')));
}

/** When sound was switched on, or made louder. */
export function ringAnew() {
  makeGood();
  ring();
}
