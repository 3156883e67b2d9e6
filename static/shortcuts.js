// Keyboard shortcuts, and the dialog that lists them. Whoever is in the way of them can switch them off.
(function () {
  'use strict';

  var board = document.getElementById('board');
  var help = document.getElementById('help');
  var isOn = document.getElementById('keys-on');
  var button = document.getElementById('keys');

  try { isOn.checked = localStorage.getItem('garson.keys') !== '0'; } catch (e) { /* Then they are on. */ }
  isOn.addEventListener('change', function () {
    try { localStorage.setItem('garson.keys', isOn.checked ? '1' : '0'); } catch (e) { /* Then for this page. */ }
  });
  if (help.showModal) {
    button.hidden = false;
    button.addEventListener('click', function () { help.showModal(); });
  }

  // Those that can be seen.
  function all(selector) {
    return Array.prototype.filter.call(board.querySelectorAll(selector), function (one) { return one.getClientRects().length > 0; });
  }

  function go(step) {
    var cards = all('.card');
    var at = cards.indexOf(document.activeElement.closest('.card'));
    var next = cards[at < 0 ? 0 : Math.min(Math.max(at + step, 0), cards.length - 1)];
    if (next) next.focus();
  }

  function goAcross(step) {
    var full = all('.column').filter(function (column) { return column.querySelector('.card'); });
    var next = full[full.indexOf(document.activeElement.closest('.column')) + step];
    if (next) next.querySelector('.card').focus();
  }

  function search() {
    var field = document.querySelector('input[type="search"]');
    if (field) field.focus(); else location.href = '/orders#search';
  }
  if (location.hash === '#search') search();

  // What every page has.
  function common() {
    var acts = { '?': function () { if (help.showModal) help.showModal(); }, '/': search };
    Array.prototype.forEach.call(document.querySelectorAll('.nav a'), function (entry) {
      acts[entry.dataset.key] = function () { entry.click(); };
    });
    return acts;
  }

  // What the board has beside, with or without a card in focus.
  function ofBoard(acts, target) {
    var card = target.closest('.card');
    var filter = document.getElementById('restaurant');
    var click = function (selector) { var found = card && card.querySelector(selector); if (found) found.click(); };
    acts.j = function () { go(1); };
    acts.k = function () { go(-1); };
    acts.c = function () { click('.cancel'); };
    acts.o = function () { click('h3 a'); };
    acts.f = function () { if (filter) filter.focus(); };
    acts.m = function () { document.getElementById('sound').click(); };
    if (card) {
      acts.ArrowDown = acts.j;
      acts.ArrowUp = acts.k;
      acts.ArrowRight = function () { goAcross(1); };
      acts.ArrowLeft = function () { goAcross(-1); };
    }
    // On a button or link of the card the browser's own Enter is right. Held down, it is still one press.
    if (target === card) acts.Enter = function () { click('.next'); };
  }

  document.addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || !isOn.checked) return;
    if (event.target.closest('input, select, textarea, [contenteditable]')) return;
    var acts = common();
    if (board) ofBoard(acts, event.target);
    var act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat || event.key.indexOf('Arrow') === 0 || event.key === 'j' || event.key === 'k') act();
  });
})();
