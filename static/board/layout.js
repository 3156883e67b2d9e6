// Where cards lie. The columns share the width by what is in them; a full one has several lanes, and when it gets crowded
// the cards become compact. Without script the page's own grid holds.
import { all, board, columns, get, recall, remember } from './page.js';

/** The height of a row of the grid in which cards are placed, and what is left free below each. */
const ROW = 4;
const GAP = 10;
/** The narrowest lane, in ems of the board, and the height that a card needs about, in pixels. */
const LANES = { roomy: { width: 17, height: 360 }, compact: { width: 13.5, height: 215 } };
/** A column without cards says so in this width. */
const BARE = 9;

/** Which lane each card was given: it keeps it while somebody is at the board, so that nothing jumps aside. */
const lanes = new Map();
/** How the columns share the width, and what that was made of. */
let shared = { basis: '', lanes: null };

export const density = () => board.classList.contains('compact') ? 'compact' : 'roomy';

/** What somebody chose on this device, or `auto`. */
export const chosen = () => recall('density', 'auto');
export function choose(wanted) {
  remember('density', wanted);
  arrange(true);
}

/** Gives every card its place. `anew`: also those that lie well, because nobody is looking for one. */
export function arrange(anew = false) {
  const home = columns();
  if (home.hidden) return;
  pickDensity(home);
  const wide = all('section.column', home);
  // How wide a lane is changes how high its cards are. Shared anew is what somebody would notice, and never because of
  // what the sharing itself did.
  const basis = JSON.stringify([home.clientWidth, innerHeight, density(), wide.map((column) => all('.card', column).length)]);
  const isShared = basis !== shared.basis;
  if (isShared) {
    // Once as high as they are now, once as high as they are then.
    spread(wide, share(home, wide));
    const lanes = share(home, wide);
    anew ||= JSON.stringify(lanes) !== JSON.stringify(shared.lanes);
    shared = { basis, lanes };
    spread(wide, lanes);
    board.classList.toggle('stacked', lanes === null);
  }
  wide.forEach((column, at) => place(column.querySelector('.cards'), lanesOf(home, at), anew));
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
    if (crowd[0] > reach()) crowd[0] = Infinity;
    const fullest = crowd.indexOf(Math.max(...crowd));
    if (crowd[fullest] === 0) break;
    taken[fullest] += 1;
  }
  return taken;
}

/** What one scroll brings into sight of a column; lanes are not all of one length. */
const reach = () => 0.9 * (2 * innerHeight - columns().getBoundingClientRect().top - scrollY);

/** Where even compact cards of new orders do not fit into that, each of their dishes keeps to its line. */
function isDense(home) {
  const full = all('section.column', home).filter((column) => column.querySelector('.card')).length;
  const lanes = Math.floor(home.clientWidth / (LANES.compact.width * em(home))) - full + 1;
  return all('#new .card', home).length * LANES.compact.height > Math.max(1, lanes) * reach();
}

function stackedLanes(home) {
  return Math.max(1, Math.floor(home.clientWidth / em(home) / LANES[density()].width));
}

function pickDensity(home) {
  const wanted = chosen();
  let isCompact = wanted === 'compact';
  if (wanted === 'auto') {
    const size = 16 * Math.max(1, Math.min(1.75, 0.72 + (0.0055 * innerWidth) / 16));
    const room = Math.max(1, Math.floor(home.clientWidth / (LANES.roomy.width * size))) * Math.max(1, innerHeight / LANES.roomy.height);
    const cards = all('section.column .card', home).length;
    // It changes back later than it came, or a single order would make the board flicker.
    isCompact = cards > room * (density() === 'compact' ? 0.9 : 1.3);
  }
  board.classList.toggle('compact', isCompact);
  board.classList.toggle('dense', isCompact && isDense(home));
}

/** Every card into its lane, or the shortest, below what is more urgent there. */
function place(cards, count, isAnew) {
  const list = all('.card', cards);
  const heights = list.map((card) => card.offsetHeight);
  const ends = new Array(count).fill(0);
  list.forEach((card, at) => {
    const before = lanes.get(card.dataset.id);
    const lane = !isAnew && before !== undefined && before < count ? before : ends.indexOf(Math.min(...ends));
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
