// Puts cards where they belong and takes them away. What it puts on the page is a card that the server rendered.
import { tickCard } from './ages.js';
import { arrange, density, isDue, tidy } from './layout.js';
import { all, columns, get, put, recall, remember, say, words } from './page.js';
import { ring } from './bell.js';
import { numberCards } from './keys.js';
import { sound } from '../sound.js';

/** Nobody aims anew in less: a press on a card that just moved was meant for another. */
const STEADY = 500;
/** While somebody is at the board, cards keep their lanes. */
const IDLE = 4000;

/** Up to which change each order has been shown. */
const shown = {};
const movedAt = {};
/** Where each card lay on the page when that was last looked at. */
let places = new Map();
let touchedAt = -IDLE;

export const cardOf = (id) => get(`order-${id}`);

export function parse(html) {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  return document.importNode(holder.content, true).firstElementChild;
}

/** Puts a card where it belongs, unless something newer is there already. */
export function place(card) {
  const { id } = card.dataset;
  if ((shown[id] ?? '') >= card.dataset.change) return;
  shown[id] = card.dataset.change;
  const old = cardOf(id);
  if (isSeen(card)) { old?.remove(); return; }
  const hold = old && holding(old);
  // What a button does changes under the finger without moving, too.
  if (old && step(old) !== step(card)) moved(id);
  if (old?.querySelector('details[open]') && card.querySelector('details')) card.querySelector('details').open = true;
  const cards = get(card.dataset.column).querySelector('.cards');
  const after = all('.card', cards).find((other) => other !== old && comesAfter(other, card)) ?? null;
  const said = old?.querySelector('.notice');
  old?.remove();
  cards.insertBefore(card, after);
  dress(card);
  // What somebody is being told right now does not vanish because the card has moved.
  if (said && !said.hidden) tell(card, said.textContent);
  hold?.(card);
  if (card.matches('.dead') && !old?.matches('.dead')) {
    sound.alas();
    say(`${words.cancelled}: ${card.dataset.name}`);
  } else if (card.dataset.changed && old?.dataset.changed !== card.dataset.changed) {
    sound.alas();
    say(`${words.changedOrder}: ${card.dataset.name}`);
  } else if (!old && card.dataset.rings) {
    say(`${words.new}: ${card.dataset.name}`);
  } else if (card.querySelector('.not-taken') && !old?.querySelector('.not-taken')) {
    say(`${words.untaken}: ${card.dataset.name}`);
  }
}

function step(card) {
  const next = card.querySelector('.next');
  return next && next.formAction + next.value;
}

function comesAfter(other, card) {
  const difference = Number(other.dataset.sort) - Number(card.dataset.sort);
  return difference > 0 || (difference === 0 && other.dataset.id > card.dataset.id);
}

export function drop(id, change) {
  if ((shown[id] ?? '') > change) return;
  shown[id] = change;
  const card = cardOf(id);
  if (!card) return;
  const heir = card.contains(document.activeElement) && (card.nextElementSibling ?? card.previousElementSibling);
  if (heir) {
    heir.focus({ preventScroll: true });
    // In a lane of its own it has not moved, but the key was meant for the one that is gone.
    moved(heir.dataset.id);
  }
  card.remove();
}

/** Whoever has the focus in a card keeps it when the card is replaced or moves to another column. */
function holding(card) {
  const active = document.activeElement;
  if (!card.contains(active)) return null;
  const which = ['.next', '.noted', '.cancel', 'h3 a', 'summary', '.seen'].find((one) => active.matches(one));
  return (fresh) => ((which && fresh.querySelector(which)) || fresh).focus({ preventScroll: true });
}

/** What the page was served with. */
export function begin() {
  all('.card').forEach((card) => {
    shown[card.dataset.id] = card.dataset.change;
    if (card.dataset.over && isSeen(card)) card.remove(); else dress(card);
  });
}

function dress(card) {
  const seen = card.querySelector('.seen');
  if (seen) seen.hidden = false;
  tickCard(card);
}

/** What comes within so long is shown together: a burst is laid out once. */
const TOGETHER = 40;
let waiting = [];

/** Changes the board in a moment. */
export function soon(work) {
  waiting.push(work);
  // Nobody waits for a picture of what is hidden, but for its bell; and timers there are slow.
  if (document.hidden) show();
  else if (waiting.length === 1) setTimeout(show, TOGETHER);
}

function show() {
  const works = waiting;
  waiting = [];
  if (works.length) change(() => works.forEach((work) => work()));
}

/** Changes the board and lets the cards glide to where they are then. */
export function change(work) {
  const hand = whereHandIs();
  const before = new Map(all('.card').map((card) => [card.dataset.id, card.getBoundingClientRect()]));
  work();
  refresh();
  steady(hand);
  places = whereAllLie();
  // When it is crowded a tablet has better things to do than to let cards glide.
  const isCalm = document.hidden || density() === 'compact' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Where they all are now is read before any of them is moved: asked in between, the page is laid out anew each time.
  const after = all('.card').map((card) => [card, before.get(card.dataset.id), card.getBoundingClientRect()]);
  after.forEach(([card, from, to]) => {
    if (!from) {
      if (!isCalm) card.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
      moved(card.dataset.id);
      return;
    }
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
    moved(card.dataset.id);
    // What nobody sees needs not glide; on a full board that would be most of them.
    if (!isCalm && (isInSight(from) || isInSight(to))) card.animate?.([{ transform: `translate(${x}px,${y}px)` }, { transform: 'none' }], { duration: 250, easing: 'ease-out' });
  });
}

/** Not as it glides, but where it will have come to. */
function whereLies(card) {
  let [x, y] = [0, 0];
  for (let at = card; at; at = at.offsetParent) { x += at.offsetLeft; y += at.offsetTop; }
  return [x, y];
}

const whereAllLie = () => new Map(all('.card').map((card) => [card.dataset.id, whereLies(card)]));

/** Sees what moved without a change of ours: a text grew with the clock, details were opened, a tablet was turned. */
export function noteMoves() {
  const now = whereAllLie();
  now.forEach(([x, y], id) => {
    const before = places.get(id);
    if (before && Math.hypot(before[0] - x, before[1] - y) >= 2) moved(id);
  });
  places = now;
}

const isInSight = ({ top, bottom }) => bottom > 0 && top < innerHeight;

function whereHandIs() {
  const { activeElement } = document;
  const card = activeElement?.closest('.card');
  return card && { id: card.dataset.id, column: card.dataset.column, top: activeElement.getBoundingClientRect().top };
}

/** Whoever works at a card finds it where it was: the page moves, not what the hand is at. */
function steady(before) {
  const now = whereHandIs();
  // One that went to another column took the eye with it; the page stays.
  if (!before || now?.id !== before.id || now.column !== before.column) return;
  const slipped = now.top - before.top;
  if (Math.abs(slipped) >= 1) scrollBy(0, slipped);
}

export function refresh() {
  const isQuiet = all('.card').length === 0;
  all('.column').forEach((column) => {
    const cards = all('.card', column);
    const count = String(cards.filter((card) => !card.dataset.over).length);
    const jump = document.querySelector(`[data-count="${column.id}"]`);
    const none = column.querySelector('.none');
    const first = column.querySelector('.first');
    put(column.querySelector('.count'), count);
    put(jump, count);
    column.classList.toggle('bare', cards.length === 0);
    if (none) none.hidden = cards.length > 0; else column.hidden = jump.parentElement.hidden = cards.length === 0;
    if (first && cards.length) put(first, words.first.replace('{}', cards[0].dataset.hour ?? ''));
  });
  columns().hidden = isQuiet;
  get('quiet').hidden = !isQuiet;
  arrange(isIdle());
  numberCards();
  ring();
}

/** Somebody has touched the board, or is in it with the keyboard. */
export function touch() { touchedAt = performance.now(); }
const isIdle = () => performance.now() - touchedAt > IDLE && !document.querySelector('.card :focus-visible, .card:focus-visible');

/** A layout that waited for somebody. */
export function settle() {
  if (isDue()) change(() => {});
}

// What somebody has taken note of stays away on this device.
const seenList = () => { try { return JSON.parse(recall('seen', '[]')); } catch { return []; } };
// That an order is over is one thing, that its platform goes on with it another.
const seenAs = ({ id, over, rings }) => (over && rings ? [`${id} untaken`, id] : [id]);
const isSeen = (card) => seenList().includes(seenAs(card.dataset)[0]);
export function see(card) { remember('seen', JSON.stringify([...seenList(), ...seenAs(card.dataset)].slice(-100))); }

/** Until it has been painted nobody can have seen it, however slow the device is. */
export function moved(id) {
  movedAt[id] = Infinity;
  requestAnimationFrame(() => { movedAt[id] = performance.now(); });
}

/**
 * A finger hits what lies there; a key hits what has the focus, so only what cannot be taken back is held up. What counts is
 * when it was pressed: a slow device hears of it late.
 */
export function isUnsteady(event, card, button) {
  return (event.detail > 0 || button.matches('.next')) && event.timeStamp - (movedAt[card.dataset.id] ?? -STEADY) < STEADY;
}

/** Says something on a card. It grows by that, and those below it move. */
export function notice(id, text, millis) {
  const card = cardOf(id);
  if (card) change(() => tell(card, text, millis)); else say(text);
}

function tell(card, text, millis = 10_000) {
  const place = card.querySelector('.notice');
  place.textContent = text;
  place.hidden = false;
  if (millis) setTimeout(() => change(() => { place.hidden = true; }), millis);
}

/** A screen on a wall runs for months. */
export function forget() {
  Object.keys(movedAt).forEach((id) => { if (performance.now() - movedAt[id] > STEADY) delete movedAt[id]; });
  if (Object.keys(shown).length < 2000) return;
  Object.keys(shown).forEach((id) => { if (!cardOf(id)) delete shown[id]; });
  tidy();
}
