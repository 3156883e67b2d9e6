// All day: what the kitchen still has to make, over all of its orders. Each dish with how many, and how many of them without
// what; a press shows whose they are.
import { draw, isBusy } from './hand.js';
import { all, board, get, put, recall, remember, say, words } from './page.js';

const bar = get('allday');
/** The dish whose orders are shown, as `fold` has it. */
let wanted = null;
let shown = '';

export const isOn = () => recall('allday', 'on') === 'on';
export function choose(on) {
  remember('allday', on ? 'on' : 'off');
  wanted = on ? wanted : null;
  show();
}

const fold = (name) => name.toLocaleLowerCase('tr').replace(/\s+/g, ' ').trim();
const text = (element, without) => [...element.childNodes].filter((one) => !one.matches?.(without)).map((one) => one.textContent).join('').trim();

/** What is to be cooked: not what is over, nor what is ready. */
const cooking = () => all('#preparing .card').filter((card) => !card.dataset.over && !card.querySelector('.ready'));

function count() {
  const dishes = new Map();
  for (const card of cooking()) {
    for (const line of card.querySelectorAll('.dishes > li:not(.done)')) {
      const dish = line.querySelector('.dish');
      const name = text(dish, '.tick, .quantity, .missing');
      const pieces = Number.parseInt(dish.querySelector('.quantity').textContent, 10) || 1;
      const row = dishes.get(fold(name)) ?? { name, pieces: 0, without: new Map(), orders: new Set() };
      row.pieces += pieces;
      row.orders.add(card.dataset.id);
      for (const out of line.querySelectorAll('.out:not(.note)')) {
        const what = text(out, 'b');
        row.without.set(what, (row.without.get(what) ?? 0) + pieces);
      }
      dishes.set(fold(name), row);
    }
  }
  return new Map([...dishes].sort(([, one], [, other]) => other.pieces - one.pieces || one.name.localeCompare(other.name, 'tr')));
}

function chip(key) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.dish = key;
  button.append(...['name', 'pieces', 'without'].map((kind) => Object.assign(document.createElement('span'), { className: kind })));
  return button;
}

/** The same chip goes on being the same button, so that a finger on its way to it meets it. */
function render(dishes) {
  const known = new Map([...bar.children].map((one) => [one.dataset.dish, one]));
  const chips = [...dishes].map(([key, { name, pieces, without }]) => {
    const button = known.get(key) ?? chip(key);
    const left = [...without].map(([what, many]) => `${many} × ${words.without} ${what}`).join(' · ');
    put(button.querySelector('.name'), name);
    put(button.querySelector('.pieces'), ` ×${pieces}`);
    put(button.querySelector('.without'), left && ` ${left}`);
    button.setAttribute('aria-pressed', String(key === wanted));
    return button;
  });
  if (chips.length !== bar.children.length || chips.some((one, at) => one !== bar.children[at])) bar.replaceChildren(...chips);
}

function point(dishes) {
  const orders = dishes.get(wanted)?.orders;
  if (!orders) wanted = null;
  board.classList.toggle('pointing', Boolean(orders));
  all('.card').forEach((card) => card.classList.toggle('whose', Boolean(orders?.has(card.dataset.id))));
}

function show(change = (work) => work()) {
  // A counter makes nothing.
  if (!bar) return;
  const dishes = isOn() ? count() : new Map();
  point(dishes);
  const now = JSON.stringify([wanted, [...dishes].map(([key, { pieces, without }]) => [key, pieces, [...without]])]);
  // It keeps its place while there are orders, or all below it would move.
  const isHidden = !isOn() || get('columns').hidden;
  if (now === shown && bar.hidden === isHidden) return;
  shown = now;
  change(() => { bar.hidden = isHidden; render(dishes); });
}

/** With every beat, but not under a hand. */
export function tick() { if (!isBusy()) show(draw); }

export function begin() {
  if (!bar) return;
  bar.addEventListener('click', (event) => {
    const key = event.target.closest('button')?.dataset.dish;
    if (!key) return;
    wanted = key === wanted ? null : key;
    show(draw);
    const first = wanted && all('.card.whose')[0];
    first?.scrollIntoView({ block: 'nearest' });
    if (first) say(all('.card.whose').map((card) => card.dataset.name).join(', '));
  });
  show();
}
