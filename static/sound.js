// The bell of the board, made by the browser itself. Browsers stay silent until somebody has touched the page, so the
// board asks `isAwake` and offers a button while it is not. Whoever switches the sound off is remembered on this device.
(function () {
  'use strict';

  var KEY = 'garson.muted';
  var Context = window.AudioContext || window.webkitAudioContext;
  var context = Context ? new Context() : null;
  var isMuted = false;
  var isTouched = false; // Until then a browser refuses to vibrate, and says so aloud.
  try { isMuted = localStorage.getItem(KEY) === '1'; } catch (e) { /* A private window keeps nothing. */ }

  var sound = {
    onchange: function () {},
    isPossible: context !== null,
    isAwake: function () { return context !== null && context.state === 'running'; },
    isMuted: function () { return isMuted; },

    wake: function () {
      if (context && context.state !== 'running') context.resume().then(function () { sound.onchange(); }, function () {});
    },

    mute: function (wanted) {
      isMuted = wanted;
      try { localStorage.setItem(KEY, wanted ? '1' : '0'); } catch (e) { /* Then it holds for this page. */ }
      sound.onchange();
    },

    // A new order: three rising strokes, brighter and twice when time runs out.
    bell: function (isUrgent) {
      play([[0, 659], [0.16, 784], [0.32, 1047]], 0.5, isUrgent ? 0.9 : 0.6);
      if (isUrgent) play([[0.6, 784], [0.76, 988], [0.92, 1319]], 0.5, 0.9);
      if (isTouched && navigator.vibrate) navigator.vibrate([200, 100, 200]);
    },

    // A cancellation: falls, twice, and cannot be taken for the bell.
    alas: function () {
      play([[0, 466], [0.28, 370], [0.56, 277], [1.1, 466], [1.38, 370], [1.66, 277]], 0.34, 0.7, 'triangle');
    }
  };

  function play(strokes, length, volume, shape) {
    if (isMuted || !sound.isAwake()) return;
    strokes.forEach(function (stroke) {
      var at = context.currentTime + 0.02 + stroke[0];
      [[1, 1], [2.01, 0.35]].forEach(function (partial) {
        var tone = context.createOscillator();
        var gain = context.createGain();
        tone.type = shape || 'sine';
        tone.frequency.value = stroke[1] * partial[0];
        gain.gain.setValueAtTime(0.0001, at);
        gain.gain.exponentialRampToValueAtTime(volume * partial[1] * 0.5, at + 0.015);
        gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
        tone.connect(gain).connect(context.destination);
        tone.start(at);
        tone.stop(at + length + 0.05);
      });
    });
  }

  if (context) {
    context.onstatechange = function () { sound.onchange(); };
    // Any touch of the page will do; nobody should have to look for a button.
    ['pointerdown', 'keydown'].forEach(function (kind) {
      document.addEventListener(kind, function () { isTouched = kind === 'pointerdown' || isTouched; sound.wake(); }, { passive: true });
    });
  }

  window.garsonSound = sound;
})();
