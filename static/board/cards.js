// Puts cards where they belong and takes them away. What it puts on the page is a card that the server rendered.
import { tickCard } from './ages.js';
import { draw, hint, isBusy, isDown, note } from './hand.js';
import { arrange, density, isDue, isOutgrown, isScrolledByColumn, tidy } from './layout.js';
import { all, board, columns, get, now, put, recall, remember, say, words } from './page.js';
import { ring } from './bell.js';
import { numberCards } from './keys.js';
import { markTwins } from './twins.js';
import { sound } from '../sound.js';

/** Nobody aims anew in less: a key that meets a card that just moved was meant for another. */
const STEADY = 600;
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
  const cards = homeOf(card);
  const after = [...cards.children].find((other) => other !== old && comesAfter(other, card)) ?? null;
  const said = old?.querySelector('.notice');
  old?.remove();
  cards.insertBefore(card, after);
  dress(card);
  // What somebody is being told right now does not vanish because the card has moved.
  if (said && !said.hidden) tell(card, said.textContent);
  hold?.(card);
  announce(card, old);
}

/** Whoever hands orders over hears that one is ready. */
const handsOver = ['counter', 'pass'].includes(board.dataset.role);
const announced = new WeakSet();
/** Says aloud what somebody must hear of a card, once. */
function announce(card, old) {
  if (announced.has(card)) return;
  announced.add(card);
  if (card.matches('.dead') && !old?.matches('.dead')) {
    sound.alas();
    say(`${words.cancelled}: ${card.dataset.name}`);
  } else if (card.dataset.changed && old?.dataset.changed !== card.dataset.changed) {
    sound.alas();
    say(`${words.changedOrder}: ${card.dataset.name}`);
  } else if (!old && card.dataset.rings) {
    say(`${words.new}: ${card.dataset.name}`);
  } else if (old && card.querySelector('.ready') && !old.querySelector('.ready') && handsOver) {
    sound.ready();
    say(`${words.ready}: ${card.dataset.name}`);
  } else if (card.querySelector('.not-taken') && !old?.querySelector('.not-taken')) {
    say(`${words.untaken}: ${card.dataset.name}`);
  }
}

/** Where a card lies: what nobody has answered in time is folded away at the foot of its column. */
function homeOf(card) {
  const column = get(card.dataset.column);
  return (isExpired(card) && column.querySelector('.expired .cards')) || column.querySelector('.cards');
}

/** Its platform waited for so long, and no longer. */
function isExpired(card) {
  const end = card.querySelector('.clock [data-until]:not([data-first])');
  return Boolean(end) && !card.dataset.over && Number(end.dataset.until) <= now();
}

/** Cards that lie where they do not belong any more, as time passes. */
const strays = () => all('#new .card').filter((card) => card.parentElement !== homeOf(card) && !card.contains(document.activeElement));
export function sortOut() {
  const found = strays();
  if (!found.length || isBusy()) return;
  change(() => found.forEach((card) => {
    const cards = homeOf(card);
    cards.insertBefore(card, [...cards.children].find((other) => comesAfter(other, card)) ?? null);
  }));
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
  heights.observe(card);
}

/** A card that grew would lie over the one below it: laid out again before that is seen. */
const heights = new ResizeObserver((entries) => {
  if (!entries.some(({ target }) => target.isConnected && isOutgrown(target))) return;
  arrange();
  note();
  noteMoves();
});

/** What comes within so long is shown together: a burst is laid out once. */
const TOGETHER = 40;
/** Somebody who is always at the board is shown what is new all the same, between two taps. */
const LONGEST = 6_000;
let waiting = [];
let waitsSince = 0;
let timer = null;

/** Changes the board in a moment; while a finger is at it, once that has left. */
export function soon(work, { card, id, at } = {}) {
  if (!waiting.length) waitsSince = performance.now();
  waiting.push({ work, card });
  // Nobody waits for a picture of what is hidden, but for its bell; and timers there are slow.
  if (document.hidden) { show(); return; }
  if (isBusy() && (card || id)) foretell(card, id ?? card.dataset.id, at ?? card.dataset.change);
  timer ??= setTimeout(show, TOGETHER);
}

/** What is known before it is drawn: it is heard, and a card that is about to go takes no press. */
function foretell(card, id, change) {
  if ((shown[id] ?? '') > change || (card && isSeen(card))) return;
  const old = cardOf(id);
  if (card) announce(card, old);
  if (old && (!card || step(old) !== step(card) || card.matches('.dead'))) {
    old.classList.add('leaving');
    old.classList.toggle('stopped', Boolean(card?.matches('.dead')));
  }
  if (card && !old) get('more').hidden = false;
  ring();
}

/** Cards that have come and are not drawn yet. */
export const coming = () => waiting.flatMap(({ card }) => (card && !cardOf(card.dataset.id) ? [card] : []));

function show() {
  timer = null;
  if (!waiting.length) return;
  const isLate = performance.now() - waitsSince > LONGEST;
  if (!document.hidden && (isDown() || (isBusy() && !isLate))) { timer = setTimeout(show, 2 * TOGETHER); return; }
  const works = waiting;
  waiting = [];
  get('more').hidden = true;
  change(() => works.forEach(({ work }) => work()));
}

/** Changes the board: all of it is drawn as one. What moved takes no tap for a moment. */
export function change(work) {
  draw(() => {
    const anchors = whereEyesAre();
    work();
    refresh();
    steady(anchors);
  });
  const before = places;
  places = whereAllLie();
  const isCalm = document.hidden || density() === 'compact' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  places.forEach(([x, y], id) => {
    const from = before.get(id);
    if (from && Math.hypot(from[0] - x, from[1] - y) < 2) return;
    moved(id);
    if (!from && !isCalm) cardOf(id)?.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
  });
}

/** Within its column, however far that is scrolled. */
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

const scrollers = () => (isScrolledByColumn() ? all('section.column > .cards') : [document.scrollingElement]);

/** In each column the card that the hand is at, or else the first in sight where somebody has scrolled, and where it lies. */
function whereEyesAre() {
  const active = document.activeElement?.closest('.card');
  return scrollers().flatMap((scroller) => {
    const top = scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;
    const isAt = active && scroller.contains(active);
    if (!isAt && scroller.scrollTop < 1) return [];
    const card = isAt ? active : all('.card', scroller).find((one) => one.getBoundingClientRect().bottom > top + 1);
    if (!card) return [];
    const held = isAt ? document.activeElement : card;
    return [{ scroller, id: card.dataset.id, column: card.dataset.column, isAt, top: held.getBoundingClientRect().top }];
  });
}

/** Whoever works at a card finds it where it was: its column is scrolled, and not what the eye is at moved. */
function steady(anchors) {
  anchors.forEach(({ scroller, id, column, isAt, top }) => {
    const card = cardOf(id);
    // One that went to another column took the eye with it; the column stays.
    if (!card || card.dataset.column !== column || !scroller.contains(card)) return;
    const held = isAt && card.contains(document.activeElement) ? document.activeElement : card;
    const slipped = held.getBoundingClientRect().top - top;
    if (Math.abs(slipped) >= 1) scroller.scrollTop += slipped;
  });
}

export function refresh() {
  const isQuiet = all('.card').length === 0;
  all('.column').forEach((column) => {
    const cards = all('.card', column);
    const undrawn = Number(column.dataset.undrawn ?? 0);
    const count = String(undrawn + cards.filter((card) => !card.dataset.over).length);
    const jump = document.querySelector(`[data-count="${column.id}"]`);
    const none = column.querySelector('.none');
    const first = column.querySelector('.first');
    put(column.querySelector('.count'), count);
    if (jump) put(jump, count);
    column.classList.toggle('bare', cards.length === 0);
    const expired = column.querySelector('.expired');
    const folded = expired ? all('.card', expired).length : 0;
    if (expired) {
      expired.hidden = folded === 0;
      if (folded) put(expired.querySelector('summary'), words.expired.replace('{}', folded));
    }
    if (none) none.hidden = cards.length > 0; else column.hidden = cards.length === 0;
    if (!none && jump) jump.parentElement.hidden = cards.length === 0;
    if (first && cards[0]?.dataset.hour) put(first, words.first.replace('{}', cards[0].dataset.hour));
  });
  columns().hidden = isQuiet;
  get('quiet').hidden = !isQuiet;
  // First steps are for a quiet hour.
  const steps = get('first-line');
  if (steps) steps.hidden = !isQuiet;
  markTwins();
  arrange(isIdle());
  numberCards();
  ring();
}

/** Somebody has touched the board, or is in it with the keyboard. */
export function touch() { touchedAt = performance.now(); }
const isIdle = () => performance.now() - touchedAt > IDLE && !isBusy() && !document.querySelector('.card :focus-visible, .card:focus-visible');

/** A layout that waited for somebody. */
export function settle() {
  if (isDue() && !isBusy()) change(() => {});
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

/** A key hits what has the focus, so only what cannot be taken back is held up. When it was pressed counts: a slow device hears
 * of it late. What a finger hits is seen to in `hand.js`. */
export function isUnsteady(event, card, button) {
  return event.detail === 0 && button.matches('.next') && event.timeStamp - (movedAt[card.dataset.id] ?? -STEADY) < STEADY;
}

/** Says something on a card. It grows by that, and those below it move. */
export function notice(id, text, millis) {
  if (!cardOf(id)) { say(text); return; }
  if (isBusy()) hint(text);
  soon(() => { const card = cardOf(id); if (card) tell(card, text, millis); });
}

function tell(card, text, millis = 10_000) {
  const place = card.querySelector('.notice');
  place.textContent = text;
  place.hidden = false;
  if (millis) setTimeout(() => soon(() => { place.hidden = true; }), millis);
}

/** A screen on a wall runs for months. */
export function forget() {
  Object.keys(movedAt).forEach((id) => { if (performance.now() - movedAt[id] > STEADY) delete movedAt[id]; });
  if (Object.keys(shown).length < 2000) return;
  Object.keys(shown).forEach((id) => { if (!cardOf(id)) delete shown[id]; });
  tidy();
}
