// The keys of the board, for keyboards and bump bars: which they are, what they do, and how somebody changes them.
import { all, board, get, put, recall, remember } from './page.js';
import { across, isTiled } from './tiles.js';

/** How many cards have a key of their own. */
const NUMBERED = 9;

const USUAL = {
  down: ['ArrowDown', 'j'], up: ['ArrowUp', 'k'], right: ['ArrowRight'], left: ['ArrowLeft'],
  press: ['Enter'], cancel: ['c'], open: ['o'], recall: ['r'], filter: ['f'], mute: ['m'],
  ...Object.fromEntries(Array.from({ length: NUMBERED }, (_, at) => [`card${at + 1}`, [String(at + 1)]])),
};
const SIGNS = { ArrowDown: '↓', ArrowUp: '↑', ArrowRight: '→', ArrowLeft: '←', ' ': '␣' };

let own = {};
try { own = JSON.parse(recall('keymap', '{}')); } catch { /* Then the usual ones. */ }

const keysOf = (act) => own[act] ?? USUAL[act];
/** What a key does here, if anything. */
const actOf = (key) => Object.keys(USUAL).find((act) => keysOf(act).includes(key));

const visible = (selector) => all(selector).filter((one) => one.getClientRects().length > 0);
const focused = () => document.activeElement?.closest('.card');

function go(steps) {
  const cards = visible('.card');
  const at = cards.indexOf(focused());
  cards[at < 0 ? 0 : Math.min(Math.max(at + steps, 0), cards.length - 1)]?.focus();
}

/** To the row of tiles above or below. */
function goRow(isDown) {
  const [cards, from] = [visible('.card'), focused()];
  const next = from ? across(cards, from, isDown) : cards[0];
  next?.focus();
}

function goAcross(steps) {
  const full = visible('.column').filter((column) => column.querySelector('.card'));
  const here = full.indexOf(focused()?.closest('.column'));
  (here < 0 ? full[0] : full[here + steps])?.querySelector('.card').focus();
}

/** What a platform changed is taken note of before the order is moved on. */
const STEP = '.noted, .next';
const click = (selector) => focused()?.querySelector(selector)?.click();

/** Those that digits pick: of tiles what is cooked, however many wait for an answer above them. */
const numbered = () => visible(isTiled ? '.preparing .card' : 'section .card');

/** A first press finds the card, a second moves it on: nobody bumps by a slip of the hand. */
function number(at) {
  const card = numbered()[at];
  if (card && card === focused()) click(STEP); else card?.focus();
}

const ACTS = {
  down: () => (isTiled ? goRow(true) : go(1)), up: () => (isTiled ? goRow(false) : go(-1)),
  right: () => (isTiled ? go(1) : goAcross(1)), left: () => (isTiled ? go(-1) : goAcross(-1)),
  press: () => { if (focused()) click(STEP); else go(0); },
  cancel: () => click('.cancel'), open: () => click('h3 a'),
  recall: () => get('recall')?.click(),
  filter: () => get('restaurant')?.focus(), mute: () => get('sound').click(),
};

/** What this key press means on the board. */
export function find(event) {
  const act = actOf(event.key);
  if (!act) return null;
  // On a button or link of a card the browser's own Enter is right.
  if (act === 'press' && event.target !== document.body && !event.target.matches('.card, main')) return null;
  if (!board.classList.contains('keyed')) { board.classList.add('keyed'); numberCards(); }
  if (act.startsWith('card')) return { run: () => number(Number(act.slice(4)) - 1), repeats: false };
  return { run: ACTS[act], repeats: ['down', 'up', 'right', 'left'].includes(act) };
}

/** Which key is whose, on the first cards; shown once somebody uses a key. */
export function numberCards() {
  if (!board.classList.contains('keyed')) return;
  all('[data-number]').forEach((head) => head.removeAttribute('data-number'));
  numbered().slice(0, NUMBERED).forEach((card, at) => card.querySelector('header').setAttribute('data-number', name(keysOf(`card${at + 1}`)[0])));
}

function name(key) { return SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key); }

/** The list of keys, each with a button that takes another. */
function list() {
  document.querySelectorAll('[data-act]').forEach((button) => {
    const { act } = button.dataset;
    put(button, keysOf(act).map(name).join(' '));
    button.onclick = () => {
      put(button, '…');
      const take = (event) => {
        event.preventDefault();
        event.stopPropagation();
        if (event.key !== 'Escape') give(act, event.key);
        list();
        numberCards();
      };
      button.addEventListener('keydown', take, { once: true });
      button.addEventListener('blur', () => { button.removeEventListener('keydown', take); list(); }, { once: true });
    };
  });
}

/** A key does one thing: whatever had it loses it. */
function give(act, key) {
  const before = actOf(key);
  if (before && before !== act) own[before] = keysOf(before).filter((one) => one !== key);
  own[act] = [key];
  remember('keymap', JSON.stringify(own));
}

function reset() {
  own = {};
  remember('keymap', '{}');
  list();
  numberCards();
}

export function begin() {
  list();
  get('keys-reset')?.addEventListener('click', reset);
}
