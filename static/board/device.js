// What holds for this screen alone: how cards look, how loud it rings and how often.
import * as allday from './allday.js';
import { choose, chosen, resize, size } from './layout.js';
import { all, get } from './page.js';
import { sound } from '../sound.js';

const sheet = get('device-sheet');

function show() {
  all('[name="density"]', sheet).forEach((input) => { input.checked = input.value === chosen(); });
  all('[name="size"]', sheet).forEach((input) => { input.checked = input.value === size(); });
  const line = get('allday-on');
  if (line) line.checked = allday.isOn();
  get('sound-on').checked = !sound.isMuted();
  get('volume').value = sound.volume();
  get('repeat').value = String(sound.pause());
}

export function begin() {
  if (!sheet.showModal) return;
  get('device').hidden = false;
  get('device').addEventListener('click', () => { show(); sheet.showModal(); });
  all('[name="density"]', sheet).forEach((input) => input.addEventListener('change', () => choose(input.value)));
  all('[name="size"]', sheet).forEach((input) => input.addEventListener('change', () => resize(input.value)));
  get('allday-on')?.addEventListener('change', (event) => allday.choose(event.target.checked));
  get('sound-on').addEventListener('change', (event) => sound.mute(!event.target.checked));
  get('volume').addEventListener('change', (event) => { sound.setVolume(event.target.value); sound.bell(false); });
  get('repeat').addEventListener('change', (event) => sound.setPause(event.target.value));
  all('[data-try]', sheet).forEach((button) => button.addEventListener('click', () => { sound.wake(); sound[button.dataset.try](false); }));
  const help = get('help');
  if (!help) return;
  get('device-keys').hidden = false;
  get('device-keys').addEventListener('click', () => { sheet.close(); help.showModal(); });
}
