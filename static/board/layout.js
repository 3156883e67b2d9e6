// Where cards lie. The columns share the width by what is in them; a full one has several lanes, and where the screen is full
// the cards become compact. Each column scrolls by itself; on a telephone the page does. Without script the page's own grid
// holds. Roles that have tiles lay those out instead.
import { all, board, columns, get, recall, remember } from './page.js';
import { forgetTiles, isAnyOverfull, isOverfull, isTiled, lay } from './tiles.js';

/** The height of a row of the grid in which cards are placed, and what is left free below each. */
const ROW = 4;
const GAP = 10;
/** The narrowest lane, in ems of the board. */
const LANES = { roomy: 17, compact: board.dataset.role === 'counter' ? 13 : 10.75 };
/** A column narrower than this is no column. */
const NARROWEST = 8;
/** Lanes are never all of one length. */
const EVEN = 0.9;
/** A column without cards says so in this width. */
const BARE = 8;
/** Of the lanes so many are the kitchen's, as long as it fills them. */
const OF_THE_KITCHEN = 0.34;
const NEW = 0;
const PREPARING = 1;

/** So long, and no longer, does the board keep its layout for somebody who is always at it. */
const PATIENCE = 20_000;
/** So many times what it was laid out for is a burst. */
const BURST = 1.4;
/** Lanes that differ by so much of the column's height are made even, once nobody is at the board. */
const UNEVEN = 0.5;

/** Which lane each card was given: it keeps it, so that nothing jumps aside. */
const lanes = new Map();
/** How the columns share the width, and what that was made of. */
let shared = { basis: '', frame: '', filled: '', many: 0, lanes: null };
/** Since when another layout would be better. */
let dueSince = null;
/** With how many cards the board became compact, and with how many new orders dense. */
let compactFrom = Infinity;
let denseFrom = Infinity;
/** It stays so until as many of them are answered: to try it otherwise costs a slow tablet two more layouts. */
const STILL = 0.75;

export const density = () => board.classList.contains('compact') ? 'compact' : 'roomy';

/** What somebody chose on this device, or `auto`. */
export const chosen = () => recall('density', 'auto');
export function choose(wanted) {
  remember('density', wanted);
  compactFrom = Infinity;
  forgetTiles();
  arrange(true);
}

/** How large letters are on this device. */
export const size = () => recall('size', 'usual');
export function resize(wanted) {
  remember('size', wanted);
  board.dataset.size = wanted;
  compactFrom = Infinity;
  forgetTiles();
  arrange(true);
}

/** Another layout is due, and waits for whoever is at the board. */
export const isDue = () => (isTiled ? isAnyOverfull() : dueSince !== null);
const isOverdue = () => performance.now() - dueSince > PATIENCE;

const place = (column) => column.querySelector('.cards');
/** Without those that are folded away. */
const cardsOf = (column) => [...place(column).children];
const isLarge = matchMedia('(min-width: 44rem) and (min-height: 30rem)');
/** Each column scrolls by itself. */
export const isScrolledByColumn = () => isLarge.matches && !board.classList.contains('stacked');

/** Gives every card its place. `isFree`: nobody is looking for one, so any of them may move. */
export function arrange(isFree = false) {
  const home = columns();
  if (home.hidden) return;
  if (isTiled) { lay(home); return; }
  const wide = all('section.column', home);
  const counts = wide.map((column) => cardsOf(column).length);
  const frame = JSON.stringify([home.clientWidth, innerHeight, chosen(), size()]);
  const filled = JSON.stringify(wide.map((column) => all('.card', column).length > 0));
  // How high the columns are changes with the bars above and below them, and is reason enough only while nobody is there.
  const basis = JSON.stringify([frame, isScrolledByColumn() && home.clientHeight, counts]);
  let isAnew = false;
  if (basis === shared.basis) {
    dueSince = null;
  } else {
    dueSince ??= performance.now();
    const many = counts.reduce((sum, count) => sum + count, 0);
    // What was laid out for far fewer waits for nobody: a burst would make one lane of many screens.
    const isBurst = many > BURST * shared.many + 2;
    const mayAll = isFree || frame !== shared.frame || isBurst || isOverdue();
    if (mayAll) dueSince = null;
    // The first card of a column needs room at once.
    if (mayAll || filled !== shared.filled) isAnew = layOut(home, wide, { basis: mayAll ? basis : shared.basis, frame, filled, many }, mayAll);
  }
  wide.forEach((column, at) => settle(column, lanesOf(home, at), isAnew, isFree));
}

/** Shares the width anew; whether it is shared in another way than before. */
function layOut(home, wide, made, mayAll) {
  const { many, frame } = made;
  if (frame !== shared.frame || many < STILL * compactFrom) compactFrom = Infinity;
  const before = JSON.stringify([density(), shared.lanes]);
  const wanted = chosen();
  let fresh = null;
  const become = (isCompact) => {
    board.classList.toggle('compact', isCompact);
    fresh = settled(home, wide);
  };
  const fresher = cardsOf(wide[NEW]).length;
  if (density() === 'roomy' || frame !== shared.frame || fresher < STILL * denseFrom) denseFrom = Infinity;
  if (mayAll) board.classList.toggle('dense', denseFrom < Infinity);
  if (!mayAll) {
    become(density() === 'compact');
  } else if (wanted !== 'auto') {
    become(wanted === 'compact');
  } else if (compactFrom < Infinity) {
    become(true);
  } else {
    become(false);
    if (isFull(home, wide, fresh)) { compactFrom = many; become(true); }
  }
  // Where even compact cards of new orders are more than one scroll, names of dishes and what is added keep to their lines.
  // On a telephone that would save little.
  if (mayAll && density() === 'compact' && fresh && denseFrom === Infinity && lengthOf(wide[NEW], fresh[NEW]) > 2 * heightOf(wide[NEW])) {
    denseFrom = fresher;
    board.classList.add('dense');
    fresh = settled(home, wide);
  }
  shared = { ...made, lanes: fresh };
  return JSON.stringify([density(), fresh]) !== before;
}

/** More than the screen shows at once. */
function isFull(home, wide, fresh) {
  if (fresh === null) return home.scrollHeight > 1.5 * innerHeight;
  return wide.some((column, at) => fresh[at] > 0 && loadOf(column) > fresh[at] * heightOf(column));
}

/** How wide a lane is changes how high its cards are: shared once as high as they are now, once as high as they are then. */
function settled(home, wide) {
  spread(home, wide, share(home, wide));
  const fresh = share(home, wide);
  spread(home, wide, fresh);
  return fresh;
}

/** Gives the columns their widths. */
function spread(home, wide, fresh) {
  board.classList.toggle('stacked', fresh === null);
  const bare = (column) => column.classList.contains('bare');
  const widths = wide.map((column, at) => (bare(column) ? `minmax(min-content, ${BARE}em)` : `minmax(0, ${Math.max(1, fresh?.[at])}fr)`));
  home.style.gridTemplateColumns = fresh === null ? '' : widths.join(' ');
  wide.forEach((column, at) => {
    const own = fresh === null ? stackedLanes(home) : Math.max(1, fresh[at]);
    place(column).style.gridTemplateColumns = `repeat(${own}, minmax(0, 1fr))`;
  });
}

const lanesOf = (home, at) => (shared.lanes === null ? stackedLanes(home) : Math.max(1, shared.lanes[at]));

function em(home) { return parseFloat(getComputedStyle(home).fontSize); }

/** How many lanes each column gets; nothing where they lie one below the other. */
function share(home, wide) {
  const width = home.clientWidth / em(home);
  // As high as they are now: how wide a lane becomes changes that for all of them alike.
  const loads = wide.map(loadOf);
  const most = wide.map((column) => cardsOf(column).length);
  const taken = wide.map((column) => (column.classList.contains('bare') ? 0 : 1));
  const filled = taken.filter(Boolean).length;
  if (!isLarge.matches || width - (wide.length - filled) * BARE < filled * NARROWEST) return null;
  const fitting = Math.floor((width - (wide.length - filled) * BARE) / LANES[density()]);
  // At a counter nobody cooks.
  const kitchen = board.dataset.role === 'counter' ? 0 : Math.max(1, Math.round(OF_THE_KITCHEN * fitting));
  for (let free = fitting - filled; free > 0; free -= 1) {
    const crowd = loads.map((load, at) => (taken[at] && most[at] > taken[at] ? load / taken[at] : 0));
    let fullest = crowd.indexOf(Math.max(...crowd));
    // Whoever answers orders reaches them with few scrolls, and whoever cooks sees more than one order.
    if (crowd[NEW] > EVEN * 2 * heightOf(wide[NEW])) fullest = NEW;
    if (taken[PREPARING] < kitchen && crowd[PREPARING] > heightOf(wide[PREPARING])) fullest = PREPARING;
    if (crowd[fullest] === 0) break;
    taken[fullest] += 1;
  }
  return taken;
}

/** What is in sight of a column. */
const heightOf = (column) => (isScrolledByColumn() ? place(column).clientHeight : innerHeight);

/** How high its cards are together. */
const loadOf = (column) => cardsOf(column).reduce((sum, card) => sum + card.offsetHeight + GAP, 0);

/** How far down the longest of so many lanes goes. */
function lengthOf(column, count) {
  const ends = new Array(Math.max(1, count)).fill(0);
  cardsOf(column).forEach((card) => { ends[shortest(ends)] += card.offsetHeight + GAP; });
  return Math.max(...ends);
}

const shortest = (ends) => ends.indexOf(Math.min(...ends));

function stackedLanes(home) {
  return Math.max(1, Math.floor(home.clientWidth / em(home) / LANES[density()]));
}

/** Every card into its lane, below what is more urgent there. */
function settle(column, count, isAnew, isFree) {
  const list = cardsOf(column);
  const spans = list.map((card) => Math.ceil((card.offsetHeight + GAP) / ROW));
  const kept = (card) => {
    const lane = lanes.get(card.dataset.id);
    return !isAnew && lane < count ? lane : undefined;
  };
  let places = allot(list.map(kept), spans, count);
  if (isFree && !isAnew && (Math.max(...places.ends) - Math.min(...places.ends)) * ROW > UNEVEN * heightOf(column)) {
    places = allot(list.map(() => undefined), spans, count);
  }
  list.forEach((card, at) => {
    const { lane, top } = places.of[at];
    lanes.set(card.dataset.id, lane);
    card.style.gridColumn = `${lane + 1}`;
    card.style.gridRow = `${top + 1} / span ${spans[at]}`;
  });
  place(column).classList.add('placed');
}

/** Where each of these goes: those with a lane stay in it, the others fill the emptiest. */
function allot(kept, spans, count) {
  const ends = new Array(count).fill(0);
  const loads = new Array(count).fill(0);
  kept.forEach((lane, at) => { if (lane !== undefined) loads[lane] += spans[at]; });
  const of = kept.map((own, at) => {
    const emptiest = () => ends.reduce((best, end, lane) => (end < ends[best] || (end === ends[best] && loads[lane] < loads[best]) ? lane : best), 0);
    const lane = own ?? emptiest();
    const top = ends[lane];
    ends[lane] += spans[at];
    if (own === undefined) loads[lane] += spans[at];
    return { lane, top };
  });
  return { ends, of };
}

/** Cards that are no longer as high as their places: what lies below them would be covered. */
export function isOutgrown(card) {
  if (isTiled) return isOverfull(card);
  const span = card.style.gridRow.match(/span (\d+)/)?.[1];
  return span !== undefined && card.offsetHeight > 0 && Math.ceil((card.offsetHeight + GAP) / ROW) !== Number(span);
}

/** Forgets cards that are gone. */
export function tidy() {
  lanes.forEach((_, id) => { if (!get(`order-${id}`)) lanes.delete(id); });
}
