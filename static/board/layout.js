// Where cards lie. The columns share the width by what is in them; a full one has several lanes, and when it gets crowded
// the cards become compact. Without script the page's own grid holds.
import { all, board, columns, get, recall, remember } from './page.js';

/** The height of a row of the grid in which cards are placed, and what is left free below each. */
const ROW = 4;
const GAP = 10;
/** The head of a column. */
const HEAD = 50;
/** The narrowest lane, in ems of the board, and the height that a card needs about, in pixels. */
const LANES = { roomy: { width: 17, height: 360 }, compact: { width: 13.5 } };
/** Lanes are never all of one length. */
const EVEN = 0.9;
/** A column without cards says so in this width. */
const BARE = 9;

/** So long, and no longer, does the board keep its layout for somebody who is always at it. */
const PATIENCE = 20_000;
/** So many times what it was laid out for is a burst. */
const BURST = 1.4;

/** Which lane each card was given: it keeps it while somebody is at the board, so that nothing jumps aside. */
const lanes = new Map();
/** How the columns share the width, and what that was made of. */
let shared = { basis: '', frame: '', filled: '', many: 0, lanes: null };
/** Since when another layout would be better. */
let dueSince = null;
/** With how many new orders the board became dense. */
let denseFrom = Infinity;
/** It stays so until as many of them are answered: to try it otherwise costs a slow tablet two more layouts. */
const STILL_DENSE = 0.75;

export const density = () => board.classList.contains('compact') ? 'compact' : 'roomy';

/** What somebody chose on this device, or `auto`. */
export const chosen = () => recall('density', 'auto');
export function choose(wanted) {
  remember('density', wanted);
  arrange(true);
}

/** Another layout is due, and waits for whoever is at the board. */
export const isDue = () => dueSince !== null;
const isOverdue = () => performance.now() - dueSince > PATIENCE;

/** Gives every card its place. `isFree`: nobody is looking for one, so any of them may move. */
export function arrange(isFree = false) {
  const home = columns();
  if (home.hidden) return;
  const wide = all('section.column', home);
  const counts = wide.map((column) => all('.card', column).length);
  const frame = JSON.stringify([home.clientWidth, innerHeight, chosen()]);
  const filled = JSON.stringify(counts.map((count) => count > 0));
  const best = JSON.stringify([frame, wantsCompact(home), counts]);
  if (best === shared.basis) {
    dueSince = null;
  } else {
    dueSince ??= performance.now();
    const many = counts.reduce((sum, count) => sum + count, 0);
    // What was laid out for far fewer waits for nobody: a burst would make one lane of many screens.
    const isBurst = many > BURST * shared.many + 2;
    const mayAll = isFree || frame !== shared.frame || isBurst || isOverdue();
    const isCompact = mayAll ? wantsCompact(home) : density() === 'compact';
    const basis = JSON.stringify([frame, isCompact, counts]);
    if (mayAll) {
      dueSince = null;
      isFree = true;
    }
    // The first card of a column needs room at once.
    if (mayAll || filled !== shared.filled) {
      const made = { basis, frame, filled, many: mayAll ? many : shared.many };
      isFree = layOut(home, wide, isCompact, made) || isFree;
    }
  }
  wide.forEach((column, at) => place(column.querySelector('.cards'), lanesOf(home, at), isFree));
}

/** Shares the width anew; whether it is shared in another way than before. */
function layOut(home, wide, isCompact, made) {
  const many = all('.card', wide[0]).length;
  if (!isCompact || made.frame !== shared.frame || many < STILL_DENSE * denseFrom) denseFrom = Infinity;
  board.classList.toggle('compact', isCompact);
  board.classList.toggle('dense', denseFrom < Infinity);
  let fresh = settled(home, wide);
  // Where even compact cards of new orders are more than one scroll, each of their dishes keeps to its line. On a telephone
  // that would save little, and cut off what is to be left out.
  const lanesOfNew = fresh?.[0] ?? stackedLanes(home);
  if (isCompact && lanesOfNew > 1 && denseFrom === Infinity && lengthOf(wide[0], lanesOfNew) > reach()) {
    denseFrom = many;
    board.classList.add('dense');
    fresh = settled(home, wide);
  }
  const isOther = JSON.stringify(fresh) !== JSON.stringify(shared.lanes);
  shared = { ...made, lanes: fresh };
  board.classList.toggle('stacked', fresh === null);
  return isOther;
}

/** How wide a lane is changes how high its cards are: shared once as high as they are now, once as high as they are then. */
function settled(home, wide) {
  spread(wide, share(home, wide));
  const fresh = share(home, wide);
  spread(wide, fresh);
  return fresh;
}

/** Gives the columns their widths. */
function spread(wide, lanes) {
  wide.forEach((column, at) => {
    const own = lanes === null ? stackedLanes(columns()) : Math.max(1, lanes[at]);
    column.style.flex = lanes === null ? '' : column.classList.contains('bare') ? `0 1 ${BARE}em` : `${own} 1 0`;
    column.querySelector('.cards').style.gridTemplateColumns = `repeat(${own}, minmax(0, 1fr))`;
  });
}

const lanesOf = (home, at) => (shared.lanes === null ? stackedLanes(home) : Math.max(1, shared.lanes[at]));

function em(home) { return parseFloat(getComputedStyle(home).fontSize); }

/** How many lanes each column gets; nothing where they lie one below the other. */
function share(home, wide) {
  const width = home.clientWidth / em(home);
  // As high as they are now: how wide a lane becomes changes that for all of them alike.
  const loads = wide.map((column) => all('.card', column).reduce((sum, card) => sum + card.offsetHeight + GAP, 0));
  const most = wide.map((column) => all('.card', column).length);
  const bare = loads.filter((load) => load === 0).length;
  const fitting = Math.floor((width - bare * BARE) / LANES[density()].width);
  const taken = loads.map((load) => (load > 0 ? 1 : 0));
  if (fitting < loads.length - bare || width < 2 * LANES.compact.width + BARE) return null;
  for (let free = fitting - (loads.length - bare); free > 0; free -= 1) {
    const crowd = loads.map((load, at) => (taken[at] && most[at] > taken[at] ? load / taken[at] : 0));
    // Whoever answers orders reaches each of them with one scroll: their column is served first.
    if (crowd[0] > EVEN * reach()) crowd[0] = Infinity;
    const fullest = crowd.indexOf(Math.max(...crowd));
    if (crowd[fullest] === 0) break;
    taken[fullest] += 1;
  }
  return taken;
}

/** What one scroll brings into sight of a column. */
const reach = () => 2 * innerHeight - columns().getBoundingClientRect().top - scrollY - HEAD;

/** How far down the longest of so many lanes goes. */
function lengthOf(column, count) {
  const ends = new Array(Math.max(1, count)).fill(0);
  all('.card', column).forEach((card) => { ends[shortest(ends)] += card.offsetHeight + GAP; });
  return Math.max(...ends);
}

const shortest = (ends) => ends.indexOf(Math.min(...ends));

function stackedLanes(home) {
  return Math.max(1, Math.floor(home.clientWidth / em(home) / LANES[density()].width));
}

function wantsCompact(home) {
  const wanted = chosen();
  if (wanted !== 'auto') return wanted === 'compact';
  const size = 16 * Math.max(1, Math.min(1.75, 0.72 + (0.0055 * innerWidth) / 16));
  const room = Math.max(1, Math.floor(home.clientWidth / (LANES.roomy.width * size))) * Math.max(1, innerHeight / LANES.roomy.height);
  const cards = all('section.column .card', home).length;
  // It changes back later than it came, or a single order would make the board flicker.
  return cards > room * (density() === 'compact' ? 0.9 : 1.3);
}

/** Every card into its lane, or the shortest, below what is more urgent there. */
function place(cards, count, isAnew) {
  const list = all('.card', cards);
  const heights = list.map((card) => card.offsetHeight);
  const ends = new Array(count).fill(0);
  list.forEach((card, at) => {
    const before = lanes.get(card.dataset.id);
    const lane = !isAnew && before !== undefined && before < count ? before : shortest(ends);
    const span = Math.ceil((heights[at] + GAP) / ROW);
    lanes.set(card.dataset.id, lane);
    card.style.gridColumn = `${lane + 1}`;
    card.style.gridRow = `${ends[lane] + 1} / span ${span}`;
    ends[lane] += span;
  });
  cards.classList.add('placed');
}

/** Forgets cards that are gone. */
export function tidy() {
  lanes.forEach((_, id) => { if (!get(`order-${id}`)) lanes.delete(id); });
}
