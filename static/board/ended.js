// The session is over: the screen shows nothing new any more, and says so until somebody has seen to it.
import { get } from './page.js';
import { sound } from '../sound.js';

const AGAIN = 15_000;
let isOver = false;

export const isEnded = () => isOver;

export function end() {
  if (isOver) return;
  isOver = true;
  const place = get('ended');
  place.hidden = false;
  place.querySelector('a').focus();
  sound.lost();
  setInterval(() => sound.lost(), AGAIN);
}
