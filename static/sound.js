// The bells of the panel, made by the browser itself. Browsers stay silent until somebody has touched the page, so a page
// asks `isAwake` and offers a button while it is not. How loud and how often is remembered on this device.
const Context = window.AudioContext || window.webkitAudioContext;
// A page that is open all day wakes five times a second for its sound, and not a hundred times: a bell may come so much later.
const context = Context ? new Context({ latencyHint: 0.2 }) : null;
/** Until then a browser refuses to vibrate, and says so aloud. */
let isTouched = false;

const kept = { muted: '0', volume: '100', repeat: '3' };
function recall(name) {
  try { return localStorage.getItem(`garson.${name}`) ?? kept[name]; } catch { return kept[name]; }
}
function remember(name, value) {
  kept[name] = String(value);
  try { localStorage.setItem(`garson.${name}`, value); } catch { /* A private window keeps nothing: then for this page. */ }
  sound.onchange();
}

export const sound = {
  onchange() {},
  isPossible: context !== null,
  isAwake: () => context?.state === 'running',
  isMuted: () => recall('muted') === '1',
  mute: (wanted) => remember('muted', wanted ? '1' : '0'),
  /** In percent. */
  volume: () => Number(recall('volume')) || 0,
  setVolume: (percent) => remember('volume', percent),
  /** Seconds between two bells; 0 rings once for each order. */
  pause: () => Number(recall('repeat')),
  setPause: (seconds) => remember('repeat', seconds),

  wake() {
    if (context && context.state !== 'running') context.resume().then(() => sound.onchange(), () => {});
  },

  /** A new order: three rising strokes, brighter and twice when time runs out. */
  bell(isUrgent) {
    play([[0, 659], [0.16, 784], [0.32, 1047]], 0.5, isUrgent ? 0.9 : 0.6);
    if (isUrgent) play([[0.6, 784], [0.76, 988], [0.92, 1319]], 0.5, 0.9);
    if (isTouched) navigator.vibrate?.([200, 100, 200]);
  },

  /** A cancellation: falls, twice, and cannot be taken for the bell. */
  alas() {
    play([[0, 466], [0.28, 370], [0.56, 277], [1.1, 466], [1.38, 370], [1.66, 277]], 0.34, 0.7, 'triangle');
  },

  /** An order is ready: two long strokes, the second deeper, as at a counter. */
  ready() {
    play([[0, 1109], [0.45, 831]], 0.9, 0.6);
  },

  /** An order is late: two short strokes on one tone, as of a watch. */
  late() {
    play([[0, 880], [0.18, 880], [0.7, 880], [0.88, 880]], 0.12, 0.6, 'square');
  },

  /** The connection is lost, or a platform's: a deep buzz. */
  lost() {
    play([[0, 147], [0.5, 139], [1, 131]], 0.45, 0.8, 'sawtooth');
  },
};

function play(strokes, length, volume, shape = 'sine') {
  const loud = volume * sound.volume() / 100;
  if (sound.isMuted() || !sound.isAwake() || loud <= 0) return;
  strokes.forEach(([after, hertz]) => {
    const at = context.currentTime + 0.02 + after;
    [[1, 1], [2.01, 0.35]].forEach(([times, share]) => {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.type = shape;
      tone.frequency.value = hertz * times;
      gain.gain.setValueAtTime(0.0001, at);
      gain.gain.exponentialRampToValueAtTime(loud * share * 0.5, at + 0.015);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + length + 0.05);
    });
  });
}

if (context) {
  context.onstatechange = () => sound.onchange();
  // Any touch of the page will do; nobody should have to look for a button.
  ['pointerdown', 'keydown'].forEach((kind) => {
    document.addEventListener(kind, () => { isTouched ||= kind === 'pointerdown'; sound.wake(); }, { passive: true });
  });
}
