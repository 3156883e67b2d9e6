// A crew at four screens: who accepts and hands over, two who cook at their stations, and who packs. Each sees what is on
// their own screen and nothing else, and does what their part of the work is: in a role, or all at the board of everything.
import { Cook } from './cook.mjs';

/** At which screens cards are looked at for what was in sight. */
const COOKING = ['station', 'pass'];

export class Hand extends Cook {
  /** `part`: counter, station or pass. `dishes`: of a station, by name. */
  constructor(page, kitchen, roll, { part, dishes = [], cancelled }) {
    super(page, kitchen, roll);
    Object.assign(this, { part, dishes, cancelled });
    this.eye = [seen, { part, dishes }];
    /** Of what must be read before an order is accepted: how much there was, and how much of it could be. */
    this.read = { all: 0, there: 0 };
    /** Orders that were cooking, and how many of them could be seen as a whole. */
    this.sight = { open: 0, whole: 0 };
  }

  async act(view) {
    for (const { id } of view.strip) this.cancelled.get(id)?.see(this.kitchen.now);
    if (COOKING.includes(this.part) && view.open > 0) { this.sight.open += view.open; this.sight.whole += view.whole; }
    const row = this.part === 'counter' && view.strip.find((one) => one.button);
    if (row) {
      await this.pass(300);
      await this.spend(60, () => this.page.touchscreen.tap(row.button.x, row.button.y));
      await this.pass(250);
      return true;
    }
    const wanted = view.cards.filter((card) => card.step && this.isWanted(card));
    const first = wanted.find((card) => card.button);
    if (!first) {
      if (wanted.length === 0) return false;
      if (wanted.every((card) => card.isFolded)) await this.spend(60, () => this.page.tap('#new .expired summary'));
      else await this.scroll(view, view.scroll > 0 && this.roll() < 0.5);
      return true;
    }
    await this.pass(100 + 100 * this.roll());
    const card = await this.aim(first);
    if (!card?.button) return true;
    const before = this.counts.accepts;
    await this.press(card, () => this.page.touchscreen.tap(card.button.x, card.button.y));
    if (this.counts.accepts > before) { this.read.all += card.must.all; this.read.there += card.must.there; }
    return true;
  }

  /** New ones at once; what is cooked or on its way when it has been there for its time. */
  isWanted(card) { return card.step === 'verify' || this.kitchen.isReady({ id: card.id, column: `${this.part} ${card.column}` }); }
}

/** In the page: the cards as this part of the work sees them, and what is in sight. */
function seen({ part, dishes }) {
  const target = (element) => {
    if (!element) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return element.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
  };
  const isWhole = (element, within) => {
    const one = element.getBoundingClientRect();
    return one.width > 0 && one.top >= within.top - 1 && one.bottom <= within.bottom + 1 && one.left >= within.left - 1 && one.right <= within.right + 1;
  };
  const isUncut = (line) => getComputedStyle(line).display === 'inline' || line.scrollWidth <= line.clientWidth + 1;
  const nameOf = (line) => line.textContent;
  const open = (line) => !line.classList.contains('done');
  const nextOf = (card) => {
    // What was pressed goes when the hand is away.
    if (card.matches('.leaving')) return null;
    const next = card.querySelector('.next:not([aria-disabled])');
    const act = next?.formAction.split('/').at(-1);
    if (part === 'counter') return act === 'verify' || (act === 'advance' && card.closest('.column').id === 'on-the-way') ? next : null;
    const lines = [...card.querySelectorAll('.dishes > li')];
    if (part === 'pass') {
      const isDone = card.querySelector('.progress.all') || (lines.length > 0 && !lines.some(open));
      return act === 'advance' && isDone ? next : null;
    }
    if (act === 'dishes') return next;
    const mine = lines.find((line) => open(line) && dishes.some((dish) => nameOf(line).includes(dish)));
    return card.closest('#preparing') ? mine?.querySelector('.tick') ?? null : null;
  };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const all = [...document.querySelectorAll('#columns .card')];
  const cards = all.map((card) => {
    const { left, top, bottom } = card.getBoundingClientRect();
    const next = nextOf(card);
    const must = [...card.querySelectorAll('.out, .note, .quantity')];
    const scrolled = card.parentElement;
    return {
      id: card.dataset.id,
      column: card.closest('.column').id,
      x: left,
      y: top + scrollY + scrolled.scrollTop,
      isFolded: Boolean(card.closest('.expired:not([open])')),
      // A cook who strikes dishes off one by one presses a card more than once.
      step: next ? `${next.formAction.split('/').at(-1)}` : null,
      button: next && top < innerHeight && bottom > 0 ? target(next) : null,
      must: { all: must.length, there: must.filter((line) => isWhole(line, card.getBoundingClientRect()) && isUncut(line)).length },
    };
  });
  const cooking = all.filter((card) => card.closest('#preparing') && !card.matches('.dead'));
  const place = document.querySelector('#new .cards') ?? document.querySelector('#preparing .cards');
  const box = (part === 'counter' ? place : document.querySelector('#preparing .cards')).getBoundingClientRect();
  return {
    at: Date.now(),
    cards,
    strip: [...document.querySelectorAll('#strip [data-id]')].map((row) => ({ id: row.dataset.id, button: target(row.querySelector('button')) })),
    open: cooking.length,
    whole: cooking.filter((card) => isWhole(card, screen) && target(card.querySelector('header'))).length,
    focus: document.activeElement.closest('.card')?.dataset.id,
    scroll: scrollY + (part === 'counter' ? place : document.querySelector('#preparing .cards')).scrollTop,
    middle: { x: box.left + box.width / 2, y: (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2 },
    height: innerHeight,
    newHeight: place.scrollHeight,
  };
}
