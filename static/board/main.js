// The live board: brings its parts together and keeps them going.
import { tickCard, whenLate } from './ages.js';
import * as allday from './allday.js';
import { ring, ringAnew } from './bell.js';
import * as cards from './cards.js';
import * as device from './device.js';
import * as drawer from './drawer.js';
import * as hand from './hand.js';
import * as keys from './keys.js';
import { arrange, size } from './layout.js';
import { all, board, columns, get, now, put, say, setClock, words } from './page.js';
import * as press from './press.js';
import * as stream from './stream.js';
import * as strip from './strip.js';
import { isTiled } from './tiles.js';
import { also } from '../shortcuts.js';
import { sound } from '../sound.js';
import { ringOnce } from '../trouble.js';

const CANCELLED_FOR = 10 * 60 * 1000;
/** One whose platform goes on with it: for as long as it is watched for that. */
const UNTAKEN_FOR = 65 * 60 * 1000;
const isOld = (card) => now() - Number(card.dataset.over) > (card.dataset.rings ? UNTAKEN_FOR : CANCELLED_FOR);

function tick() {
  board.classList.toggle('beat');
  all('.card').forEach(tickCard);
  cards.noteMoves();
  hand.note();
  const old = all('[data-over]').filter(isOld);
  if (old.length && !hand.isBusy()) cards.change(() => old.forEach((card) => card.remove()));
  cards.sortOut();
  cards.settle();
  allday.tick();
  ring();
  strip.tick();
  ringOnce();
  cards.forget();
  stream.watch();
}

function showSound() {
  if (!sound.isPossible) return;
  const button = get('sound');
  button.hidden = !sound.isMuted() && !sound.isAwake();
  put(button, sound.isMuted() ? words.soundOff : words.soundOn);
  button.classList.toggle('off', sound.isMuted());
  get('wake').hidden = sound.isMuted() || sound.isAwake();
}

whenLate((card) => {
  sound.late();
  say(`${words.lateOrder}: ${card.dataset.name}`);
});

sound.onchange = () => { hand.draw(showSound); ringAnew(); };
get('sound').addEventListener('click', () => sound.mute(!sound.isMuted()));
get('wake').querySelector('button').addEventListener('click', () => sound.wake());

// A chip that leads to a line opens it.
all('.jumps a', document).forEach((chip) => chip.addEventListener('click', () => {
  const line = document.querySelector(chip.hash);
  if (line?.matches('details')) line.open = true;
}));
// Folding and unfolding changes how high a card is; so do a turned tablet and letters that come late.
const layOut = () => { arrange(); hand.note(); cards.noteMoves(); };
columns().addEventListener('toggle', layOut, true);
const sizes = new ResizeObserver(layOut);
sizes.observe(document.documentElement);
// Whole rows of tiles fill what bars above and below leave of the screen.
if (isTiled) sizes.observe(columns().querySelector('.preparing > .cards'));

setClock(columns().dataset.now);
board.dataset.size = size();
cards.begin();
showSound();
cards.refresh();
setInterval(tick, 1000);
press.begin();
strip.begin();
device.begin();
drawer.begin();
also(keys.find);
keys.begin();
allday.begin();
hand.begin();
stream.begin();
