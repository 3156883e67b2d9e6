// A cook at a screen of the board. He sees what is on the screen and nothing else, takes what stands first, and works with
// a finger or with keys alone. He presses nothing that has just moved, and where he presses is where he looked.
//
// Time in the kitchen is what the cooks spend: a look, a reach, a moment of waiting each take what they take on a machine that
// has nothing else to do, however long this one needs for them. So an evening is as long on a slow machine, in all that a
// cook can do in it, and no deadline passes because somebody else uses the processor.
import { pause } from './evening.mjs';

/** A hand that has seen something move aims anew for as long. By the clock on the wall, as the board counts it. */
const AIM = 600;
/** He looks up from his work this often. */
const GLANCE = 80;
/** What a look, a press and the answer to it take at most. */
const LOOK = 60;
const HIT = 60;
const ANSWER = 250;
/** What does not lie still by then is left for something else. */
const GIVES_UP = 5_000;
/** And what it takes to bring something back into sight, or to come back to the board. */
const DETOUR = 1_000;
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
    this.cooks = [];
    this.timers = new Set();
    this.isResting = false;
    this.isClosed = false;
    this.real = 0;
  }

  /** The time, in milliseconds from when the evening began: that of the cook who is behind. */
  get now() { return Math.min(...this.cooks.map((cook) => cook.spent)); }

  /** How much slower everything went so far than on a machine of its own. */
  get slowness() { return Math.max(1, this.real / Math.max(1_000, this.now)); }

  /** Until so much later. */
  wait(millis) {
    return new Promise((resolve) => { this.timers.add({ at: this.now + millis, resolve }); });
  }

  /** Until `ask` says yes, for so long at most. */
  async until(what, ask, within) {
    for (const end = this.now + within; !await ask(); await this.wait(250)) {
      if (this.now > end) throw new Error(`waited in vain: ${what}`);
    }
  }

  /** Nobody works or waits any more. */
  close() {
    this.isClosed = true;
    this.ring(Infinity);
  }

  /** It is so late. */
  ring(now = this.now) {
    [...this.timers].filter((timer) => timer.at <= now).forEach((timer) => { this.timers.delete(timer); timer.resolve(); });
  }

  /** A dish is ready when it has been in its column for its time. */
  isReady({ id, column }) {
    const key = `${column} ${id}`;
    if (!this.since.has(key)) this.since.set(key, this.now);
    return this.now - this.since.get(key) >= this.takes[column];
  }
}

export class Cook {
  constructor(page, kitchen, roll) {
    Object.assign(this, { page, kitchen, roll });
    this.places = new Map();
    this.counts = { accepts: 0, scrolls: 0, ignored: 0, slips: 0, keys: 0 };
    this.longest = 0;
    this.spent = 0;
    /** What is looked at, and with what in mind. */
    this.eye = [seen];
    kitchen.cooks.push(this);
    page.on('request', (request) => this.#sent(request));
  }

  /** Works until the kitchen closes. Where somebody compares, time stands still. */
  async work() {
    while (!this.kitchen.isClosed) {
      this.isIdle = this.kitchen.isResting;
      if (this.isIdle) await pause(GLANCE);
      else if (!await this.act(await this.look())) await this.pass(GLANCE);
    }
  }

  /** Does something that takes so long at most. */
  async spend(most, work) {
    const began = Date.now();
    const got = await work();
    const took = Date.now() - began;
    this.spent += Math.min(most, took);
    this.kitchen.real += took / this.kitchen.cooks.length;
    this.kitchen.ring();
    return got;
  }

  pass(millis) { return this.spend(millis, () => pause(millis)); }

  async look() {
    const view = await this.spend(LOOK, () => this.page.evaluate(...this.eye));
    const now = Date.now();
    view.cards.forEach(({ id, x, y }) => {
      const before = this.places.get(id);
      if (!before || Math.hypot(before.x - x, before.y - y) > 2) this.places.set(id, { x, y, since: now });
    });
    this.longest = Math.max(this.longest, view.newHeight / view.height);
    return view;
  }

  /** Until a card has lain still for long enough to aim at it: the card as it is then, if it still is to be pressed. */
  async aim({ id, column, step }) {
    for (const until = this.spent + GIVES_UP; this.spent < until;) {
      const view = await this.look();
      const card = view.cards.find((one) => one.id === id);
      if (card?.column !== column || card.step !== step) return null;
      const lies = Date.now() - this.places.get(id).since;
      if (lies >= AIM) return { ...card, hasFocus: view.focus === id, seenAt: view.at };
      await this.pass(Math.min(GLANCE, AIM - lies));
    }
    return null;
  }

  /** Presses as `hit` does, and waits for what comes of it. */
  async press(card, hit) {
    this.pressed = null;
    const pressedAt = await this.spend(HIT, async () => {
      await hit();
      const now = Date.now();
      // A finger's press comes with the next frame, and what it sends before the page answers anything else.
      if (this.isAtBoard()) await this.page.evaluate(twoFrames).catch(() => {});
      return now;
    });
    // On a machine that is too busy the hand comes later than the board waits for it: then it was not aimed.
    const isAimed = pressedAt - card.seenAt < AIM;
    const missed = !this.isAtBoard() ? this.page.url() : this.pressed && this.pressed.id !== card.id && `order ${this.pressed.id}`;
    if (missed && isAimed) this.kitchen.troubles.push(`a press on ${card.id} (${card.step}) hit ${missed}`);
    if (missed) this.counts.slips += 1;
    if (!this.isAtBoard()) await this.comeBack();
    if (!this.pressed) { this.counts.ignored += 1; return; }
    await this.spend(ANSWER, () => this.pressed.isDone);
    if (this.pressed.isTaken && this.pressed.step === 'verify') this.counts.accepts += 1;
  }

  isAtBoard() { return new URL(this.page.url()).pathname === '/'; }

  comeBack() {
    return this.spend(DETOUR, async () => {
      await this.page.goto('/');
      await this.page.locator('#live').waitFor();
    });
  }

  #sent(request) {
    const [, id, step] = new URL(request.url()).pathname.match(/^\/orders\/([^/]+)\/(verify|advance|dishes)$/) ?? [];
    if (request.method() !== 'POST' || !id) return;
    const press = { id, step, from: Number(new URLSearchParams(request.postData()).get('from')), isTaken: null };
    // A platform that gave no clear answer (5xx) may have taken it, which is found out later.
    press.isDone = request.response().then((answer) => { if (answer && answer.status() < 500) press.isTaken = answer.ok(); }, () => {});
    this.kitchen.presses.push(press);
    this.pressed = press;
  }

  async scroll(view, isUp) {
    this.counts.scrolls += 1;
    await this.spend(HIT, async () => {
      const { x, y } = view.middle;
      await this.page.mouse.move(x, y);
      await this.page.mouse.wheel(0, (isUp ? -0.9 : 0.9) * view.height);
    });
    await this.pass(150);
  }

  /** He reads before he presses. */
  read() { return this.pass(100 + 100 * this.roll()); }

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
    if (waiting.some((card) => card.isFolded)) { await this.spend(HIT, () => this.page.tap('#new .expired summary')); return true; }
    if (waiting.length > 0) { await this.scroll(view, view.scroll > 0); return true; }
    const over = view.cards.find((card) => card.seen);
    if (over) {
      await this.read();
      const aimed = await this.aim(over);
      if (aimed?.seen) await this.spend(HIT, () => this.page.touchscreen.tap(aimed.seen.x, aimed.seen.y));
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
  #doubt() {
    const { id } = this.pressed;
    this.doubtedAt = this.kitchen.presses.length;
    return this.spend(DETOUR, () => this.#bringBack(id));
  }

  async #bringBack(id) {
    const { page } = this;
    await page.evaluate(() => scrollTo(0, 0));
    // It is shown, or nobody can be asked while the line is broken.
    const asked = page.waitForResponse((answer) => answer.url().includes('/board/recall')).catch(() => null);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/board/recall')).catch(() => null);
    await page.tap('#recall');
    const answer = await Promise.race([asked, failed.then(() => null)]);
    if (answer && !answer.ok() && answer.status() !== 503) this.kitchen.troubles.push(`nothing was brought back: ${answer.status()}`);
    if (!answer?.ok()) return true;
    await page.locator('#recalled').waitFor();
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
      await this.spend(HIT, () => this.#key(card.number ?? arrow(here, card, at(focus) < at(id))));
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

/** In the page: until what was just done there has been drawn. */
function twoFrames() {
  return new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
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
  const middle = (element) => {
    const { left, top, width, bottom } = element.getBoundingClientRect();
    return { x: left + width / 2, y: (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2 };
  };
  const cards = [...document.querySelectorAll('#columns .card')].map((card) => {
    const { left, top, bottom } = card.getBoundingClientRect();
    const isInSight = top < innerHeight && bottom > 0;
    const next = card.querySelector('.next:not([aria-disabled])');
    return {
      id: card.dataset.id,
      column: card.closest('.column').id,
      x: left,
      y: top + scrollY + card.parentElement.scrollTop,
      isFolded: Boolean(card.closest('.expired:not([open])')),
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
    scroll: scrollY + document.querySelector('#new .cards').scrollTop,
    middle: middle(document.querySelector('#new .cards')),
    width: innerWidth,
    height: innerHeight,
    newHeight: document.querySelector('#new .cards').scrollHeight,
  };
}
