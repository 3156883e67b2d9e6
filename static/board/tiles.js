// Tiles: what is cooked in rows of one height, read from left to right. A ticket that is too long for one tile goes on in the
// next: beside it, or below it where the row ends. Whole rows fill the screen.
import { all, board, recall } from './page.js';

/** The role has tiles, and not columns. */
export const isTiled = board.classList.contains('tiled');
/** About how wide and how high a tile is, in ems of the board, and what is left free between two. */
const WIDE = 18;
const HIGH = 14.5;
const GAP = 10;
/** Tickets that were made compact stay so until there are this many fewer. */
const STILL = 0.75;

const isLarge = matchMedia('(min-width: 44rem) and (min-height: 30rem)');
/** How many tiles beside each other each ticket takes, how high they are inside, and in which frame that was found. */
const known = new WeakMap();
let compactFrom = Infinity;

const flowOf = (card) => card.querySelector('.flow');
/** Something of it does not fit into its tiles. */
export const isOverfull = (card) => {
  const flow = isLarge.matches && flowOf(card);
  return Boolean(flow) && flow.scrollWidth > flow.clientWidth + 1;
};
/** Something is cut that must be read. */
export const isAnyOverfull = () => all('.preparing .docket').some(isOverfull);

function span(card, { row, column, wide, deep }) {
  card.style.gridColumn = `${column} / span ${wide}`;
  card.style.gridRow = `${row} / span ${deep}`;
  flowOf(card).style.columnCount = wide;
}

/** How many tiles each takes beside each other. What is known and still fits is not measured again. */
function measure(cards, frame) {
  const unknown = cards.filter((card) => known.get(card)?.frame !== frame);
  unknown.forEach((card) => span(card, { row: 'auto', column: 'auto', wide: 1, deep: 1 }));
  const found = unknown.map((card) => {
    const flow = flowOf(card);
    const between = parseFloat(getComputedStyle(flow).columnGap) || 0;
    const tiles = Math.ceil((flow.scrollWidth + between) / (flow.clientWidth + between) - 0.02);
    return { frame, tiles: Math.max(1, tiles), inside: Math.max(1, flow.clientHeight) };
  });
  unknown.forEach((card, at) => { known.set(card, found[at]); });
}

/** Where each ticket lies, one after another, and how many rows that takes. Before more than one tile is left free a ticket goes
 * on below the end of the screen. */
function allot(cards, { inRow, rows, high }) {
  const taken = new Set();
  const isFree = (row, column) => column < inRow && !taken.has(row * inRow + column);
  let [row, column, last] = [0, 0, 0];
  const places = cards.map((card) => {
    const { tiles, inside } = known.get(card);
    // One that is so many rows high has one head and one foot, and so more room inside.
    const width = (deep) => Math.ceil((tiles * inside) / (inside + (deep - 1) * (high + GAP)) - 0.02);
    for (;;) {
      let free = 0;
      while (isFree(row, column + free)) free += 1;
      const deepest = free > 1 || inRow === 1 ? Infinity : rows - (row % rows);
      for (let deep = 1; free && deep <= deepest; deep += 1) {
        const wide = width(deep);
        if (wide > free) continue;
        for (let at = 0; at < deep; at += 1) for (let to = 0; to < wide; to += 1) taken.add((row + at) * inRow + column + to);
        last = Math.max(last, row + deep);
        const found = { row: row + 1, column: column + 1, wide, deep };
        column += wide;
        return found;
      }
      if (column + Math.max(1, free) < inRow) column += Math.max(1, free); else { row += 1; column = 0; }
    }
  });
  return { places, last };
}

/** Lays the tiles out. */
export function lay(home) {
  const place = home.querySelector('.preparing > .cards');
  const cards = [...place.children];
  board.classList.toggle('stacked', !isLarge.matches);
  if (!isLarge.matches) {
    board.classList.toggle('compact', recall('density', 'auto') === 'compact');
    cards.forEach((card) => { card.style.gridColumn = card.style.gridRow = flowOf(card).style.columnCount = ''; });
    return;
  }
  const style = getComputedStyle(place);
  const em = parseFloat(getComputedStyle(home).fontSize);
  const width = place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const height = place.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const inRow = Math.max(1, Math.floor((width + GAP) / (WIDE * em + GAP) + 0.3));
  const rows = Math.max(1, Math.round((height + GAP) / (HIGH * em + GAP)));
  const high = Math.floor((height - (rows - 1) * GAP) / rows);
  place.style.gridTemplateColumns = `repeat(${inRow}, minmax(0, 1fr))`;
  place.style.gridAutoRows = `${high}px`;
  const become = (isCompact) => {
    board.classList.toggle('compact', isCompact);
    const frame = JSON.stringify([width, high, inRow, em, isCompact]);
    for (let tries = 4; ; tries -= 1) {
      measure(cards, frame);
      const { places, last } = allot(cards, { inRow, rows, high });
      cards.forEach((card, at) => span(card, places[at]));
      const over = cards.filter(isOverfull);
      if (!over.length || !tries) return last;
      // The end of a line may need one more, and what has grown is measured anew.
      over.forEach((card) => { const one = known.get(card); known.set(card, { ...one, tiles: one.tiles + 1 }); });
    }
  };
  const wanted = recall('density', 'auto');
  if (wanted !== 'auto') { become(wanted === 'compact'); return; }
  if (cards.length < STILL * compactFrom) compactFrom = Infinity;
  if (compactFrom < Infinity) { become(true); return; }
  if (become(false) > rows) { compactFrom = cards.length; become(true); }
}

/** Another density was chosen. */
export function forgetTiles() { compactFrom = Infinity; }

/** The nearest tile above or below, as the eye goes. */
export function across(cards, from, isDown) {
  const box = (card) => card.getBoundingClientRect();
  const here = box(from);
  const middle = (here.left + here.right) / 2;
  const beyond = cards.filter((card) => (isDown ? box(card).top >= here.bottom - 4 : box(card).bottom <= here.top + 4));
  const far = (card) => Math.abs(isDown ? box(card).top - here.bottom : here.top - box(card).bottom);
  const aside = (card) => Math.max(0, box(card).left - middle, middle - box(card).right);
  return beyond.toSorted((one, other) => far(one) - far(other) || aside(one) - aside(other))[0];
}
