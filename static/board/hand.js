// Fingers, and what lies under them. Nobody aims anew in less than a moment: a tap on what has just come to lie there was
// meant for what was there before, and does nothing. What did not move is taken at once, whatever moved beside it.
import { columns, get, put, say, words } from './page.js';

/** So long after something moved under it a tap was meant for what lay there before. */
const STEADY = 600;
/** So long after the last finger nothing moves that need not. */
const CALM = 2_000;
/** A finger of which nothing more is heard has left: its glass may have been wiped away under it. */
const FORGOTTEN = 15_000;
/** What is not pressed is not aimed at. */
const TARGETS = 'button, a, summary, label, input, select';
/** There because somebody has opened it, or always; chips only lead down the page, and scroll with it in a way of their own. */
const OPENED = 'dialog, .top, .jumps, .roles, #ended';
/** Lies over what is below it. */
const OVERLAYS = '.wake, .alarm, #lost, #ended, .tiled details[open] > .cards';

let fingers = 0;
let isPressed = false;
let touchedAt = -CALM;
let lay = null;
/** Each change of late: what lay where before it, and until when that was seen. */
let changes = [];
/** What the finger that is down came upon, and whether that had just come there. */
let aimed = null;
let pressedAt = -STEADY;

/** Somebody is at the board right now: nothing may move. */
export const isDown = () => (fingers > 0 && performance.now() - touchedAt < FORGOTTEN) || isPressed;
/** Or was a moment ago. */
export const isBusy = () => isDown() || performance.now() - touchedAt < CALM;

const scrollers = () => [...document.querySelectorAll('#columns .cards'), document.scrollingElement];
const scrolls = () => new Map(scrollers().map((one) => [one, one.scrollTop]));
/** What stays in sight while the page scrolls. */
const PINNED = `.hint, ${OVERLAYS}`;
const scrollerOf = (element) => (element.closest(PINNED) ? null : element.closest('#columns .cards') ?? document.scrollingElement);

/** What a press there would do: the same button of the same order is the same, wherever its card was drawn anew. */
function meaning(element) {
  const id = element.closest('[data-id]')?.dataset.id;
  if (!id) return element;
  // Behind the point stands as of when: the same dish of the same order is the same.
  const value = `${element.name ?? ''} ${element.value ?? ''}`.split('.')[0];
  return `${id} ${element.className.split(' ').at(-1)} ${element.getAttribute('formaction') ?? element.getAttribute('href') ?? ''} ${value}`;
}

/** Where everything lies that can be pressed, about a screen around what is in sight. */
function measure() {
  const near = ({ top, bottom }) => bottom > -innerHeight && top < 2 * innerHeight;
  const spots = [];
  const add = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width && near(box)) spots.push({ what: meaning(element), box, scroller: scrollerOf(element), isOver: Boolean(element.closest(OVERLAYS)) });
  };
  document.querySelectorAll(TARGETS).forEach((one) => { if (!one.closest(`#columns .card, ${OPENED}`)) add(one); });
  document.querySelectorAll('#columns .card').forEach((card) => {
    if (near(card.getBoundingClientRect())) card.querySelectorAll(TARGETS).forEach(add);
  });
  return { spots, scrolls: scrolls() };
}

const size = ({ box }) => box.width * box.height;

function under({ before, at, after }, x, y) {
  let found = null;
  before.spots.forEach((spot) => {
    const { box, scroller } = spot;
    // Whoever scrolls moves things under his own finger.
    const of = (map) => map.get(scroller) ?? 0;
    const there = y + (scroller ? scroller.scrollTop - of(after) + of(at) - of(before.scrolls) : 0);
    if (x < box.left || x >= box.right || there < box.top || there >= box.bottom) return;
    const isBetter = !found || (spot.isOver === found.isOver ? size(spot) <= size(found) : spot.isOver);
    if (isBetter) found = spot;
  });
  return found?.what ?? null;
}

/** Draws a change: all of it as one, and what moved by it is known. */
export function draw(work) {
  const before = lay ?? measure();
  const at = scrolls();
  work();
  note(before, at);
}

/** What changed by itself: a text grew, a line was opened. */
export function note(before = lay, at = scrolls()) {
  lay = measure();
  if (!before || isSame(before, lay, at)) return;
  remember(before, at);
}

function remember(before, at) {
  const change = { before, at, after: lay.scrolls, until: Infinity };
  changes = [...changes.filter((one) => performance.now() - one.until < 2 * STEADY), change];
  // Until it has been painted nobody can have seen it, however slow the device is.
  requestAnimationFrame(() => requestAnimationFrame(() => { change.until = performance.now(); }));
}

function isSame(before, now, at) {
  if (before.spots.length !== now.spots.length) return false;
  const of = (map, spot) => map.get(spot.scroller) ?? 0;
  return before.spots.every((spot, nth) => {
    const other = now.spots[nth];
    const scrolled = of(at, spot) - of(before.scrolls, spot);
    return spot.what === other.what && Math.abs(spot.box.left - other.box.left) < 2
      && Math.abs(spot.box.top - scrolled - other.box.top) < 2 && Math.abs(spot.box.bottom - scrolled - other.box.bottom) < 2;
  });
}

function aim(event) {
  const target = event.target.closest?.(TARGETS);
  const what = target && !target.closest(OPENED) ? meaning(target) : null;
  const late = changes.filter((one) => event.timeStamp - one.until < STEADY);
  aimed = { what, isStale: Boolean(what) && late.some((one) => under(one, event.clientX, event.clientY) !== what) };
}

/** A tap that was meant for something else. */
function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  const shaken = event.target.closest('.card') ?? event.target.closest(TARGETS);
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
    shaken?.animate?.([0, -4, 4, -2, 0].map((by) => ({ translate: `${by}px` })), { duration: 180 });
  }
  hint(words.shaken);
}

let hiding = null;
/** A short word over the foot of the board, which nothing moves for. */
export function hint(text) {
  const place = get('hint');
  put(place, text);
  place.hidden = false;
  say(text);
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, 3_000);
}

export function begin() {
  const touch = (event) => { fingers = event.touches.length; touchedAt = performance.now(); };
  ['touchstart', 'touchmove', 'touchend', 'touchcancel'].forEach((kind) => document.addEventListener(kind, touch, { passive: true, capture: true }));
  document.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse') isPressed = true; else touchedAt = performance.now();
    pressedAt = performance.now();
    aim(event);
  }, { passive: true, capture: true });
  const lift = () => { isPressed = false; };
  ['pointerup', 'pointercancel', 'dragend', 'blur'].forEach((kind) => window.addEventListener(kind, lift, { passive: true, capture: true }));
  document.addEventListener('click', (event) => {
    // Keys have no finger, and what a script presses has no hand.
    if (event.detail === 0 || !aimed) return;
    const target = event.target.closest?.(TARGETS);
    if (target && !target.closest(OPENED) && (aimed.isStale || meaning(target) !== aimed.what)) refuse(event);
  }, { capture: true });
  // Two taps on what closes a dialog: the second one was not meant for what lay below.
  document.addEventListener('close', (event) => {
    if (event.target.matches('dialog') && performance.now() - pressedAt < STEADY) remember({ spots: [], scrolls: scrolls() }, scrolls());
  }, { capture: true });
  let settling = null;
  document.addEventListener('scroll', () => {
    clearTimeout(settling);
    settling = setTimeout(() => { lay = measure(); }, 120);
  }, { passive: true, capture: true });
  if (!columns().hidden) lay = measure();
}
