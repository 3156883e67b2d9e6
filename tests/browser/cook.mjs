// A cook at a screen of the board. He sees what is on the screen and nothing else, takes what stands first, and works with
// a finger or with keys alone. He presses nothing that has just moved, and where he presses is where he looked.
import { pause } from './evening.mjs';

/** A hand that has seen something move aims anew for as long. */
const AIM = 450;
/** He looks up from his work this often. */
const GLANCE = 80;
/** What a look takes on a machine that has nothing else to do; and how much slower than that an evening may go. */
const USUAL_LOOK = 60;
const SLOWEST = 6;
/** A press that was not sent by then was not taken; one that was sent is waited for. */
const SENT_WITHIN = 300;
const PATIENCE = 5_000;
/** With so many unanswered the one who cooks helps, and leaves the first ones to the other. */
const MANY_NEW = 6;
const LEFT_TO_THE_OTHER = 3;
/** One that runs out so soon is answered by whoever sees it. */
const AT_THE_LAST = 12_000;
/** After so many presses he wonders whether the last one was right, and brings it back into sight. */
const DOUBTS_EVERY = 25;
const MOST_KEYS = 60;

/** What both cooks know of: how long things take, what was pressed, and whether they are to wait. */
export class Kitchen {
  /** `takes`: how long what lies in a column takes. */
  constructor(takes) {
    this.takes = takes;
    this.since = new Map();
    /** Every press that was sent: which order, which step, and what became of it. */
    this.presses = [];
    /** What must not happen, in words. */
    this.troubles = [];
    this.looks = USUAL_LOOK;
    this.isResting = false;
    this.isClosed = false;
  }

  /** How much slower everything goes than on a machine of its own. */
  get slowness() { return Math.min(SLOWEST, Math.max(1, this.looks / USUAL_LOOK)); }

  /** A dish is ready when it has been in its column for its time. */
  isReady({ id, column }) {
    const key = `${column} ${id}`;
    if (!this.since.has(key)) this.since.set(key, Date.now());
    return Date.now() - this.since.get(key) >= this.takes[column] * this.slowness;
  }
}

export class Cook {
  constructor(page, kitchen, roll) {
    Object.assign(this, { page, kitchen, roll });
    this.places = new Map();
    this.counts = { accepts: 0, scrolls: 0, ignored: 0, slips: 0, keys: 0 };
    this.longest = 0;
    page.on('request', (request) => this.#sent(request));
  }

  /** Works until the kitchen closes. */
  async work() {
    while (!this.kitchen.isClosed) {
      this.isIdle = this.kitchen.isResting;
      const isBusy = !this.isIdle && await this.act(await this.look());
      if (!isBusy) await pause(GLANCE);
    }
  }

  async look() {
    const began = Date.now();
    const view = await this.page.evaluate(seen);
    const now = Date.now();
    this.kitchen.looks += 0.05 * (now - began - this.kitchen.looks);
    view.cards.forEach(({ id, x, y }) => {
      const before = this.places.get(id);
      if (!before || Math.hypot(before.x - x, before.y - y) > 2) this.places.set(id, { x, y, since: now });
    });
    this.longest = Math.max(this.longest, view.newHeight / view.height);
    return view;
  }

  /** Until a card has lain still for long enough to aim at it: the card as it is then, if it still is to be pressed. */
  async aim({ id, column, step }) {
    const until = Date.now() + PATIENCE;
    while (Date.now() < until) {
      const view = await this.look();
      const card = view.cards.find((one) => one.id === id);
      if (card?.column !== column || card.step !== step) return null;
      const lies = Date.now() - this.places.get(id).since;
      if (lies >= AIM) return { ...card, hasFocus: view.focus === id, seenAt: view.at };
      await pause(Math.min(GLANCE, AIM - lies));
    }
    return null;
  }

  /** Presses as `hit` does, and waits for what comes of it. */
  async press(card, hit) {
    this.pressed = null;
    await hit();
    // On a machine that is too busy the hand comes later than the board waits for it: then it was not aimed.
    const isAimed = Date.now() - card.seenAt < AIM;
    const until = Date.now() + SENT_WITHIN * this.kitchen.slowness;
    while (!this.pressed && Date.now() < until && this.isAtBoard()) await pause(10);
    const missed = !this.isAtBoard() ? this.page.url() : this.pressed && this.pressed.id !== card.id && `order ${this.pressed.id}`;
    if (missed && isAimed) this.kitchen.troubles.push(`a press on ${card.id} (${card.step}) hit ${missed}`);
    if (missed) this.counts.slips += 1;
    if (!this.isAtBoard()) await this.comeBack();
    if (!this.pressed) { this.counts.ignored += 1; return; }
    await Promise.race([this.pressed.isDone, pause(PATIENCE)]);
    if (this.pressed.isTaken && this.pressed.step === 'verify') this.counts.accepts += 1;
  }

  isAtBoard() { return new URL(this.page.url()).pathname === '/'; }

  async comeBack() {
    await this.page.goto('/');
    await this.page.locator('#live').waitFor();
  }

  #sent(request) {
    const [, id, step] = new URL(request.url()).pathname.match(/^\/orders\/([^/]+)\/(verify|advance)$/) ?? [];
    if (request.method() !== 'POST' || !id) return;
    const press = { id, step, from: Number(new URLSearchParams(request.postData()).get('from')), isTaken: null };
    press.isDone = request.response().then((answer) => { if (answer) press.isTaken = answer.ok(); }, () => {});
    this.kitchen.presses.push(press);
    this.pressed = press;
  }

  async scroll(view, isUp) {
    this.counts.scrolls += 1;
    await this.page.mouse.move(view.width / 2, view.height / 2);
    await this.page.mouse.wheel(0, (isUp ? -0.9 : 0.9) * view.height);
    await pause(150);
  }

  /** He reads before he presses. */
  read() { return pause(100 + 100 * this.roll()); }

  ready(view) {
    const cooked = (column) => view.cards.filter((card) => card.column === column && card.step && this.kitchen.isReady(card));
    return [...cooked('preparing'), ...cooked('on-the-way')];
  }
}

const unanswered = (view) => view.cards.filter((card) => card.step === 'verify');
/** As one reads: from the top, and there from the left. */
const inReadingOrder = (cards) => cards.toSorted((one, other) => (Math.abs(one.y - other.y) > 20 ? one.y - other.y : one.x - other.x));

/** With a finger, on a tablet: answers orders, and takes what is cancelled off the screen. */
export class TabletCook extends Cook {
  async act(view) {
    if (this.kitchen.presses.length - (this.doubtedAt ?? 0) >= DOUBTS_EVERY && this.pressed?.isTaken) return this.#doubt();
    const waiting = unanswered(view);
    const [first] = inReadingOrder(waiting.filter((card) => card.button));
    if (first) return this.#tap(first);
    // What waits is above or below: one screen at a time.
    if (waiting.length > 0) { await this.scroll(view, view.scroll > 0); return true; }
    const over = view.cards.find((card) => card.seen);
    if (over) {
      await this.read();
      const aimed = await this.aim(over);
      if (aimed?.seen) await this.page.touchscreen.tap(aimed.seen.x, aimed.seen.y);
      return true;
    }
    const ready = this.ready(view).find((card) => card.button);
    return ready ? this.#tap(ready) : false;
  }

  async #tap(target) {
    await this.read();
    const card = await this.aim(target);
    if (card?.button) await this.press(card, () => this.page.touchscreen.tap(card.button.x, card.button.y));
    return true;
  }

  /** Was that right? What was moved on last comes back into sight, and goes again. */
  async #doubt() {
    const { page } = this;
    const { id } = this.pressed;
    this.doubtedAt = this.kitchen.presses.length;
    await page.evaluate(() => scrollTo(0, 0));
    try {
      await page.tap('#recall', { timeout: PATIENCE });
      await page.locator('#recalled').waitFor({ timeout: PATIENCE });
    } catch {
      // Nobody can be asked while the line is broken.
      if (await page.isVisible('#live')) this.kitchen.troubles.push('nothing was brought back into sight');
      return true;
    }
    // One that was cancelled meanwhile says so itself.
    const isThere = await page.locator(`#recalled [data-id="${id}"], #order-${id}.dead`).count() > 0;
    if (!isThere) this.kitchen.troubles.push(`${id} was not brought back`);
    await page.tap('#recalled .close');
    return true;
  }
}

/** With keys alone, at a screen on the wall: moves on what is cooked, and helps to answer when there are many. */
export class KeyCook extends Cook {
  async act(view) {
    const waiting = unanswered(view);
    const isPressing = waiting[0]?.left < AT_THE_LAST * this.kitchen.slowness;
    const helped = isPressing ? waiting[0] : waiting.length > MANY_NEW && waiting[LEFT_TO_THE_OTHER];
    const target = helped || this.ready(view)[0];
    if (!target) return false;
    await this.read();
    if (!await this.#reach(target)) return true;
    const card = await this.aim(target);
    if (!card?.hasFocus) return true;
    // The same number once more or Enter, whichever he is used to.
    await this.press(card, () => this.#key(card.number && this.roll() < 0.5 ? card.number : 'Enter'));
    return true;
  }

  #key(key) {
    this.counts.keys += 1;
    return this.page.keyboard.press(key);
  }

  /** By its number where it has one, else with the arrows: to its column, and down there. */
  async #reach({ id, column }) {
    for (let presses = 0; presses < MOST_KEYS; presses += 1) {
      const { cards, focus, scroll, height } = await this.look();
      const at = (wanted) => cards.findIndex((one) => one.id === wanted);
      const [card, here] = [cards[at(id)], cards[at(focus)]];
      if (card?.column !== column) return false;
      if (here === card) return true;
      await this.#key(card.number ?? arrow(here, card, at(focus) < at(id)));
      const moved = Math.abs((await this.look()).scroll - scroll);
      if (moved > 0.5 * height) this.counts.scrolls += 1;
    }
    this.kitchen.troubles.push(`no key leads to ${id}`);
    return false;
  }
}

const COLUMNS = ['new', 'preparing', 'on-the-way'];
function arrow(here, there, isAfter) {
  if (here?.column === there.column) return isAfter ? 'ArrowDown' : 'ArrowUp';
  return COLUMNS.indexOf(here?.column) < COLUMNS.indexOf(there.column) ? 'ArrowRight' : 'ArrowLeft';
}

/** In the page: the cards, where they lie, and what of them is in sight. */
function seen() {
  /** Where a finger would go, if something is in sight there. */
  const target = (element) => {
    if (!element) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return element.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
  };
  const cards = [...document.querySelectorAll('#columns .card')].map((card) => {
    const { left, top, bottom } = card.getBoundingClientRect();
    const isInSight = top < innerHeight && bottom > 0;
    const next = card.querySelector('.next:not([aria-disabled])');
    return {
      id: card.dataset.id,
      column: card.closest('.column').id,
      x: left,
      y: top + scrollY,
      step: next ? next.formAction.split('/').at(-1) : null,
      left: Math.min(...[...card.querySelectorAll('.clock [data-until]')].map((clock) => clock.dataset.until - Date.now())),
      button: isInSight ? target(next) : null,
      seen: isInSight ? target(card.querySelector('.seen')) : null,
      number: card.querySelector('[data-number]')?.dataset.number,
    };
  });
  return {
    at: Date.now(),
    cards,
    focus: document.activeElement.closest('.card')?.dataset.id,
    scroll: scrollY,
    width: innerWidth,
    height: innerHeight,
    newHeight: document.querySelector('#new .cards').getBoundingClientRect().height,
  };
}
