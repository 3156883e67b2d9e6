// Keeps the board up to date without reloading it, rings while an order waits for an answer, and sends the buttons.
// What it puts on the page is either a card that the server rendered or plain text.
(function () {
  'use strict';

  var board = document.getElementById('board');
  var sound = window.garsonSound;
  if (!board || !window.EventSource) return;

  var LOST_AFTER = 12000; // Two beats of the stream and a little.
  var CANCELLED_FOR = 10 * 60 * 1000;
  var PATIENCE = 15000; // A platform that is told takes ten seconds at most.
  var STEADY = 400; // Nobody aims anew in less: a press on a card that just moved was meant for another.
  var words = board.dataset;
  var units = words.units.split(' ');
  var title = document.title;
  var get = function (id) { return document.getElementById(id); };
  var all = function (selector, root) { return Array.prototype.slice.call((root || board).querySelectorAll(selector)); };
  var columns = function () { return get('columns'); };

  // The server's clock: that of a kitchen tablet may be anything.
  var ahead = 0;
  var setClock = function (millis) { ahead = Number(millis) - Date.now(); };
  var now = function () { return Date.now() + ahead; };

  // Up to which change each order, and the whole board, has been shown.
  var shown = {};
  var position = columns().dataset.position;
  var movedAt = {};
  // Whether something may have been missed: until a catch-up has succeeded, nothing that comes later makes up for it.
  var isBehind = false;

  // Cards ---------------------------------------------------------------------------------------------------------

  function cardOf(id) { return get('order-' + id); }

  function parse(html) {
    var holder = document.createElement('template');
    holder.innerHTML = html;
    return document.importNode(holder.content, true).firstElementChild;
  }

  // Puts a card where it belongs, unless something newer is there already.
  function place(card) {
    var id = card.dataset.id;
    if ((shown[id] || '') >= card.dataset.change || isSeen(id)) return;
    shown[id] = card.dataset.change;
    var old = cardOf(id);
    var held = old && hold(old);
    // What a button does changes under the finger without moving, too.
    if (old && step(old) !== step(card)) moved(id);
    if (old && old.querySelector('details[open]') && card.querySelector('details')) card.querySelector('details').open = true;
    var cards = get(card.dataset.column).querySelector('.cards');
    var after = all('.card', cards).filter(function (other) { return other !== old && comesAfter(other, card); })[0] || null;
    var said = old && old.querySelector('.notice');
    if (old) old.remove();
    cards.insertBefore(card, after);
    dress(card);
    // What somebody is being told right now does not vanish because the card has moved.
    if (said && !said.hidden) notice(id, said.textContent);
    if (held) held(card);
    if (card.dataset.cancelled && !(old && old.dataset.cancelled)) {
      sound.alas();
      say(words.cancelled + ': ' + card.dataset.name);
    } else if (!old && card.dataset.rings) {
      say(words.new + ': ' + card.dataset.name);
    }
  }

  function step(card) { var next = card.querySelector('.next'); return next && next.formAction + next.value; }

  function comesAfter(other, card) {
    var difference = Number(other.dataset.sort) - Number(card.dataset.sort);
    return difference > 0 || (difference === 0 && other.dataset.id > card.dataset.id);
  }

  function drop(id, change) {
    if ((shown[id] || '') > change) return;
    shown[id] = change;
    var card = cardOf(id);
    if (!card) return;
    if (card.contains(document.activeElement)) {
      var beside = card.nextElementSibling || card.previousElementSibling;
      if (beside) beside.focus({ preventScroll: true });
    }
    card.remove();
  }

  // Whoever has the focus in a card keeps it when the card is replaced or moves to another column.
  function hold(card) {
    var active = document.activeElement;
    if (!card.contains(active)) return null;
    var which = ['.next', '.cancel', 'h3 a', 'summary', '.seen'].filter(function (one) { return active.matches(one); })[0];
    return function (fresh) {
      var target = (which && fresh.querySelector(which)) || fresh;
      target.focus({ preventScroll: true });
    };
  }

  function dress(card) {
    var seen = card.querySelector('.seen');
    if (seen) seen.hidden = false;
    tickCard(card);
  }

  // Changes the board and lets the cards glide to where they are then.
  function change(work) {
    var before = {};
    all('.card').forEach(function (card) { before[card.dataset.id] = card.getBoundingClientRect(); });
    work();
    refresh();
    var isCalm = document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    all('.card').forEach(function (card) {
      var from = before[card.dataset.id];
      var to = card.getBoundingClientRect();
      if (!from) {
        if (!isCalm && card.animate) card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
        moved(card.dataset.id);
        return;
      }
      var x = from.left - to.left;
      var y = from.top - to.top;
      if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
      moved(card.dataset.id);
      if (isCalm || !card.animate) return;
      card.animate([{ transform: 'translate(' + x + 'px,' + y + 'px)' }, { transform: 'none' }], { duration: 250, easing: 'ease-out' });
    });
  }

  function refresh() {
    var isQuiet = all('.card').length === 0;
    all('.column').forEach(function (column) {
      var isEmpty = all('.card', column).length === 0;
      var count = all('.card:not([data-cancelled])', column).length;
      var jump = document.querySelector('[data-count="' + column.id + '"]');
      var none = column.querySelector('.none');
      put(column.querySelector('.count'), String(count));
      put(jump, String(count));
      if (none) none.hidden = !isEmpty; else column.hidden = jump.parentElement.hidden = isEmpty;
    });
    columns().hidden = isQuiet;
    get('quiet').hidden = !isQuiet;
    ring();
  }

  function say(text) { get('said').textContent = text; }

  // What somebody has taken note of stays away on this device.
  function seenList() { try { return JSON.parse(localStorage.getItem('garson.seen')) || []; } catch (e) { return []; } }
  function isSeen(id) { return seenList().indexOf(id) >= 0; }
  function see(id) {
    try { localStorage.setItem('garson.seen', JSON.stringify(seenList().concat(id).slice(-100))); } catch (e) { /* Then until the next reload. */ }
  }

  // Clocks --------------------------------------------------------------------------------------------------------

  function age(since) {
    var seconds = Math.max(0, Math.floor((now() - since) / 1000));
    if (seconds < 60) return seconds + ' ' + units[0];
    if (seconds < 3600) return Math.floor(seconds / 60) + ' ' + units[1];
    if (seconds < 86400) return Math.floor(seconds / 3600) + ' ' + units[2];
    return Math.floor(seconds / 86400) + ' ' + units[3];
  }

  function put(element, text) { if (element.textContent !== text) element.textContent = text; }

  function tickCard(card) {
    all('[data-since]', card).forEach(function (time) { put(time, age(Number(time.dataset.since))); });
    all('.clock', card).forEach(function (clock) {
      var least = Infinity;
      all('[data-until]', clock).forEach(function (part) {
        var left = Math.ceil((Number(part.dataset.until) - now()) / 1000);
        var isOver = left <= 0;
        // The telephone call is one warning among two: once it is past, only the end counts.
        part.hidden = isOver && part.hasAttribute('data-first') && clock.children.length > 1;
        put(part.querySelector('b'), isOver ? words.up : Math.floor(left / 60) + ':' + ('0' + (left % 60)).slice(-2));
        if (!part.hidden) least = Math.min(least, left);
      });
      clock.classList.toggle('soon', least < 60);
      clock.classList.toggle('over', least <= 0);
    });
  }

  var NEVER = -1e6;
  var rungAt = NEVER;
  var wasHeard = false;
  function ring() {
    var waiting = all('[data-rings]').filter(function (card) { return Number(card.dataset.rings) <= now(); });
    document.title = (waiting.length ? '(' + waiting.length + ') ' : '') + title;
    if (!waiting.length) { rungAt = NEVER; return; }
    var isUrgent = waiting.some(function (card) { return card.querySelector('.clock.soon'); });
    // Not by the clock of the day, which somebody may set.
    if (performance.now() - rungAt < (isUrgent ? 1900 : 2900)) return;
    rungAt = performance.now();
    wasHeard = sound.isAwake() && !sound.isMuted();
    sound.bell(isUrgent);
  }

  function tick() {
    all('.card').forEach(tickCard);
    var old = all('[data-cancelled]').filter(function (card) { return now() - Number(card.dataset.cancelled) > CANCELLED_FOR; });
    if (old.length) change(function () { old.forEach(function (card) { card.remove(); }); });
    ring();
    forget();
    // Whichever way the clock was set, or however long the device slept.
    if (source && Math.abs(Date.now() - heardAt) > LOST_AFTER) { lose(); connect(); }
  }

  // A screen on a wall runs for months.
  function forget() {
    Object.keys(movedAt).forEach(function (id) { if (performance.now() - movedAt[id] > STEADY) delete movedAt[id]; });
    if (Object.keys(shown).length < 2000) return;
    Object.keys(shown).forEach(function (id) { if (!cardOf(id)) delete shown[id]; });
  }

  // The stream ----------------------------------------------------------------------------------------------------

  var source = null;
  var heardAt = Date.now();
  var isLost = false;
  var again = null;

  function lose() {
    if (!isLost) say(words.lost);
    isLost = true;
    get('lost').hidden = false;
    get('live').hidden = true;
  }

  function find() {
    if (isLost) say(words.found);
    isLost = false;
    get('lost').hidden = true;
    get('live').hidden = false;
  }

  function hear(kind, work) {
    source.addEventListener(kind, function (event) {
      heardAt = Date.now();
      work(event.data);
    });
  }

  function later(millis, work) {
    clearTimeout(again);
    again = setTimeout(work, millis);
  }

  function reach(change) { if (!isBehind && change > position) position = change; }

  function connect() {
    if (source) source.close();
    clearTimeout(again);
    heardAt = Date.now();
    source = new EventSource(words.stream);
    hear('hello', function (data) {
      var parts = data.split(' ');
      setClock(parts[1]);
      find();
      if (isBehind || parts[0] !== position) catchUp();
    });
    hear('beat', function (data) { setClock(data); find(); });
    hear('again', catchUp);
    // The session may be over: then this leads to the door.
    hear('bye', function () { source.close(); lose(); catchUp(); later(3000, connect); });
    hear('card', function (data) {
      var card = parse(data);
      reach(card.dataset.change);
      change(function () { place(card); });
    });
    hear('gone', function (data) {
      var parts = data.split(' ');
      reach(parts[1]);
      change(function () { drop(parts[0], parts[1]); });
    });
    source.onerror = function () {
      lose();
      // The browser gives up for good on some answers: being signed out is one.
      if (source.readyState === 2) later(2000, function () { catchUp(); connect(); });
    };
  }

  // As fetch, but not for ever.
  function ask(url, options) {
    var stop = new AbortController();
    var timer = setTimeout(function () { stop.abort(); }, PATIENCE);
    options.credentials = 'same-origin';
    options.redirect = 'manual';
    options.signal = stop.signal;
    return fetch(url, options).then(function (answer) {
      return answer.text().then(function (text) { clearTimeout(timer); return { answer: answer, text: text }; });
    });
  }

  // Fetches the whole board and takes from it what is newer than what is shown.
  var asked = 0;
  function catchUp() {
    isBehind = true;
    var mine = ++asked;
    ask(words.pieces, { cache: 'no-store' }).then(function (got) {
      if (got.answer.type === 'opaqueredirect') { location.reload(); return; }
      var fresh = got.answer.ok && parse(got.text);
      if (!fresh || fresh.id !== 'columns') throw new Error('HTTP ' + got.answer.status);
      setClock(fresh.dataset.now);
      var there = {};
      change(function () {
        all('.card', fresh).forEach(function (card) { there[card.dataset.id] = true; place(card); });
        all('.card').forEach(function (card) {
          var isNewer = card.dataset.change > fresh.dataset.position;
          if (!there[card.dataset.id] && !isNewer) drop(card.dataset.id, fresh.dataset.position);
        });
      });
      // Something may have been missed again while it was on its way.
      if (mine !== asked) return;
      position = fresh.dataset.position;
      isBehind = false;
    }).catch(function () {
      if (mine !== asked) return;
      lose();
      later(3000, function () { catchUp(); connect(); });
    });
  }

  // Tabs ----------------------------------------------------------------------------------------------------------

  // A browser has six connections to one place for all of its tabs. One that nobody sees gives up its own while another
  // shows the same board: that one rings. It asks around now and then, for a tab may end without a word.
  var tabs = window.BroadcastChannel ? new BroadcastChannel('garson' + words.stream) : null;
  var isAnswered = false;

  function rest() {
    if (!tabs || !document.hidden) return;
    isAnswered = false;
    tabs.postMessage('who');
    setTimeout(function () {
      if (!document.hidden) return;
      if (!isAnswered) { if (!source) connect(); return; }
      if (source) source.close();
      source = null;
      clearTimeout(again);
    }, 500);
  }

  if (tabs) {
    tabs.onmessage = function (event) {
      if (event.data === 'who' && !document.hidden) tabs.postMessage('here');
      if (event.data === 'here') isAnswered = true;
      if (event.data === 'leaving') rest();
    };
    document.addEventListener('visibilitychange', function () {
      if (document.hidden) tabs.postMessage('leaving'); else if (!source) connect();
      rest();
    });
    window.addEventListener('pagehide', function () { tabs.postMessage('leaving'); });
    setInterval(rest, 60000);
  }

  // Buttons -------------------------------------------------------------------------------------------------------

  // Until it has been painted nobody can have seen it, however slow the device is.
  function moved(id) {
    movedAt[id] = Infinity;
    requestAnimationFrame(function () { movedAt[id] = performance.now(); });
  }

  // A finger hits what lies there; a key hits what has the focus, so only what cannot be taken back is held up.
  function isUnsteady(event, card, button) {
    return (event.detail > 0 || button.matches('.next')) && performance.now() - (movedAt[card.dataset.id] || -STEADY) < STEADY;
  }

  function notice(id, text) {
    var card = cardOf(id);
    if (!card) { say(text); return; }
    var place = card.querySelector('.notice');
    place.textContent = text;
    place.hidden = false;
    setTimeout(function () { place.hidden = true; }, 10000);
  }

  function press(button) {
    var form = get('act');
    var id = button.closest('.card').dataset.id;
    var body = new URLSearchParams(new FormData(form));
    body.set(button.name, button.value);
    // Not `disabled`: that would take the focus away from whoever works with the keyboard.
    if (button.hasAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    var failed = function (text) {
      button.removeAttribute('aria-disabled');
      notice(id, text);
    };
    var headers = { 'HX-Request': 'true', 'Content-Type': 'application/x-www-form-urlencoded' };
    ask(button.formAction, { method: 'POST', headers: headers, body: body.toString() }).then(function (got) {
      var answer = got.answer;
      // Signed out, or signed in anew in another tab: only a new page has the right guard.
      if (answer.type === 'opaqueredirect' || answer.status === 403) { location.reload(); return; }
      if (answer.ok) { setTimeout(function () { if (button.isConnected) catchUp(); }, 1500); return; }
      var isPage = (answer.headers.get('Content-Type') || '').indexOf('text/html') === 0;
      var said = isPage && new DOMParser().parseFromString(got.text, 'text/html').querySelector('[role="alert"]');
      failed(said ? said.textContent : got.text);
      if (answer.status === 409) catchUp();
    }).catch(function () { failed(words.lost); });
  }

  // A key that is held down is one press: the next step is another decision.
  board.addEventListener('keydown', function (event) {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ') && event.target.closest('.card')) event.preventDefault();
  });

  board.addEventListener('click', function (event) {
    var card = event.target.closest('.card');
    if (!card) return;
    var button = event.target.closest('button, a');
    if (button && isUnsteady(event, card, button)) { event.preventDefault(); return; }
    if (!button) return;
    if (button.matches('.next')) {
      event.preventDefault();
      press(button);
    } else if (button.matches('.seen')) {
      see(card.dataset.id);
      change(function () { drop(card.dataset.id, card.dataset.change); });
    } else if (button.matches('.cancel')) {
      // Back to this very board, with its filter.
      button.search = '?back=' + encodeURIComponent(location.pathname + location.search);
    }
  });

  // Sound ---------------------------------------------------------------------------------------------------------

  function showSound() {
    if (!sound.isPossible) return;
    var button = get('sound');
    button.hidden = !sound.isMuted() && !sound.isAwake();
    put(button, sound.isMuted() ? words.soundOff : words.soundOn);
    button.classList.toggle('off', sound.isMuted());
    get('wake').hidden = sound.isMuted() || sound.isAwake();
  }

  sound.onchange = function () {
    showSound();
    // One that nobody could hear is made good at once; one that was heard is not rung over.
    if (!wasHeard) rungAt = NEVER;
    ring();
  };
  get('sound').addEventListener('click', function () { sound.mute(!sound.isMuted()); });
  get('wake').querySelector('button').addEventListener('click', function () { sound.wake(); });

  // Begin ---------------------------------------------------------------------------------------------------------

  setClock(columns().dataset.now);
  all('.card').forEach(function (card) {
    shown[card.dataset.id] = card.dataset.change;
    if (card.dataset.cancelled && isSeen(card.dataset.id)) card.remove(); else dress(card);
  });
  showSound();
  refresh();
  setInterval(tick, 1000);
  window.addEventListener('offline', lose);
  window.addEventListener('online', connect);
  connect();
})();
