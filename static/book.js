// What the books, API reference and manual, can do beside being read: a search, examples with the address that this browser
// uses, and in the reference requests to this very server. Everything on the pages is there without it.
(function () {
  'use strict';

  var lang = document.documentElement.lang;
  var WORDS = {
    tryIt: ['Deneyin', 'Try it'],
    key: ['API anahtarı', 'API key'],
    keyHelp: ['Yalnızca bu sekmede saklanır (sessionStorage); sekmeyi kapatınca silinir. Bir adreste hiç geçmez.',
      'Kept in this tab alone (sessionStorage) and gone when you close it. It is never part of an address.'],
    keyKnown: ['Bu sekmenin anahtarı:', 'The key of this tab:'],
    forget: ['Anahtarı unut', 'Forget the key'],
    must: ['zorunlu', 'required'],
    such: ['ör. ', 'e.g. '],
    idempotency: ['İsteği yinelerken aynı değeri gönderin. Boşsa gönderilmez.', 'Send the same value to repeat a request. Left empty, it is not sent.'],
    fresh: ['Yeni üret', 'Make one'],
    body: ['Gövde (JSON)', 'Body (JSON)'],
    send: ['Gönder', 'Send'],
    sending: ['Gönderiliyor …', 'Sending …'],
    real: ['Bu sunucuya gerçek bir istek gönderir.', 'This sends a real request to this server.'],
    sure: ['Bu istek siler ve geri alınamaz. Gönderilsin mi?', 'This request deletes, and cannot be undone. Send it?'],
    dots: ['Adreste . ya da .. bir kimlik olamaz.', '. and .. cannot be ids in a path.'],
    noJson: ['Gövde JSON değil: ', 'The body is not JSON: '],
    failed: ['İstek gönderilemedi. Sunucu çalışıyor mu?', 'The request could not be sent. Is the server running?'],
    answer: ['Yanıt', 'Answer'],
    time: ['Süre', 'Time'],
    copy: ['Kopyala', 'Copy'],
    copied: ['Kopyalandı', 'Copied'],
    search: ['Ara', 'Search'],
    nothing: ['Bulunamadı', 'Nothing found']
  };
  var BASE = 'http://localhost:8080';
  var KEY = 'garson-reference-key';
  var NOTED = ['content-type', 'x-request-id', 'idempotent-replayed', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'allow'];

  function word(name) { return WORDS[name][lang === 'tr' ? 0 : 1]; }

  function make(tag, fields, children) {
    var made = document.createElement(tag);
    Object.keys(fields || {}).forEach(function (name) {
      if (name in made) made[name] = fields[name]; else made.setAttribute(name, fields[name]);
    });
    (children || []).forEach(function (child) { if (child) made.append(child); });
    return made;
  }

  // The address that this browser uses, in all examples.
  document.querySelectorAll('main code').forEach(function (code) {
    if (code.childElementCount === 0 && code.textContent.indexOf(BASE) >= 0) {
      code.textContent = code.textContent.replaceAll(BASE, location.origin);
    }
  });

  document.querySelectorAll('.base[hidden]').forEach(function (line) { line.hidden = false; });

  // The other language opens at the same place.
  var other = document.getElementById('other-language');
  var page = other.getAttribute('href');
  other.addEventListener('click', function () { other.href = page + location.hash; });

  function copyable(block) {
    var button = make('button', { type: 'button', className: 'copy-code', textContent: word('copy') });
    button.addEventListener('click', function () {
      var code = block.querySelector('code');
      var done = function () {
        button.textContent = word('copied');
        setTimeout(function () { button.textContent = word('copy'); }, 2000);
      };
      if (navigator.clipboard && window.isSecureContext) { navigator.clipboard.writeText(code.textContent).then(done); return; }
      // On the local network there is no https, and so no clipboard but this one.
      var range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      if (document.execCommand('copy')) done();
    });
    block.prepend(button);
  }
  document.querySelectorAll('main pre').forEach(copyable);

  // Try it. The key is asked for once in a tab, and every form of it knows it then.
  function knownKey() {
    try { return sessionStorage.getItem(KEY) || ''; } catch (_) { return memory; }
  }
  var memory = '';
  function keep(key) {
    memory = key;
    try { if (key) sessionStorage.setItem(KEY, key); else sessionStorage.removeItem(KEY); } catch (_) { /* kept in memory */ }
    document.querySelectorAll('.try .try-key').forEach(function (place) { showKey(place); });
  }

  function showKey(place) {
    var key = knownKey();
    if (key) {
      var forget = make('button', { type: 'button', textContent: word('forget') });
      forget.addEventListener('click', function () { keep(''); });
      place.replaceChildren(make('p', { className: 'row' }, [
        make('span', {}, [word('keyKnown') + ' ', make('code', { textContent: key.slice(0, 8) + '…' })]), forget]));
      return;
    }
    var input = make('input', { type: 'password', name: 'key', required: true, autocomplete: 'off', spellcheck: false, placeholder: 'gsn_…' });
    place.replaceChildren(field(word('key'), input, true, word('keyHelp')));
  }

  var fields = 0;
  function field(title, control, isRequired, help, beside) {
    fields += 1;
    control.id = 'try-' + fields;
    var label = make('label', { htmlFor: control.id }, [title]);
    if (isRequired) label.append(' ', make('b', { className: 'must', textContent: word('must') }));
    var note = help && make('small', { id: control.id + '-help', textContent: help });
    if (note) control.setAttribute('aria-describedby', note.id);
    return make('div', { className: 'field' }, [label, beside ? make('div', { className: 'beside' }, [control, beside]) : control, note]);
  }

  function freshKey() {
    var bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, '0'); }).join('');
  }

  function build(operation, details) {
    var method = operation.dataset.method;
    var form = make('form', { noValidate: false }, [make('p', { className: 'faint', textContent: word('real') })]);
    var keys = make('div', { className: 'try-key' });
    form.append(keys);
    showKey(keys);
    var parameters = Array.from(operation.querySelectorAll('tr[data-name]'), function (row) {
      var isRequired = 'must' in row.dataset;
      var input = make('input', { required: isRequired, autocomplete: 'off', spellcheck: false, placeholder: row.dataset.sample ? word('such') + row.dataset.sample : '' });
      form.append(field(row.dataset.name, input, isRequired));
      return { name: row.dataset.name, place: row.dataset.in, isMany: 'many' in row.dataset, input: input };
    });
    if (operation.querySelector('[data-header="Idempotency-Key"]')) {
      var fresh = make('button', { type: 'button', textContent: word('fresh') });
      var once = make('input', { autocomplete: 'off', spellcheck: false, maxLength: 128 });
      fresh.addEventListener('click', function () { once.value = freshKey(); show(); });
      form.append(field('Idempotency-Key', once, false, word('idempotency'), fresh));
      parameters.push({ name: 'Idempotency-Key', place: 'header', input: once });
    }
    var body = null;
    if ('body' in operation.dataset) {
      var text = operation.dataset.body;
      var sample = operation.dataset.example;
      body = make('textarea', { spellcheck: false, rows: 6, value: text ? JSON.stringify(JSON.parse(text), null, 2) : '', placeholder: sample ? word('such') + sample : '' });
      form.append(field(word('body'), body, false));
    }
    var line = make('pre', { className: 'curl' }, [make('code')]);
    copyable(line);
    var send = make('button', { className: 'primary', textContent: word('send') });
    var answered = make('div', { className: 'answered' });
    // What came back is announced in a word; the rest is there to be read.
    var announced = make('p', { className: 'hidden', role: 'status' });
    form.append(line, send, announced, answered);

    function request() {
      var path = operation.dataset.path;
      var query = new URLSearchParams();
      var headers = { 'Accept-Language': lang };
      parameters.forEach(function (parameter) {
        var value = parameter.input.value.trim();
        if (parameter.place === 'path') path = path.replace('{' + parameter.name + '}', value ? encodeURIComponent(value) : '{' + parameter.name + '}');
        else if (!value) return;
        else if (parameter.place === 'query') {
          // What may be given several times is typed with commas between.
          (parameter.isMany ? value.split(',') : [value]).forEach(function (one) { query.append(parameter.name, one.trim()); });
        }
        else headers[parameter.name] = value;
      });
      var text = body ? body.value.trim() : '';
      if (text) headers['Content-Type'] = 'application/json';
      return { path: path + (query.size ? '?' + query : ''), headers: headers, body: text };
    }

    function show() {
      var made = request();
      var quoted = function (text) { return "'" + text.replaceAll("'", "'\\''") + "'"; };
      var lines = ['curl -X ' + method + ' "' + location.origin + made.path + '"', '  -H "Authorization: Bearer $GARSON_KEY"'];
      Object.keys(made.headers).forEach(function (name) { lines.push('  -H ' + quoted(name + ': ' + made.headers[name])); });
      if (made.body) lines.push('  -d ' + quoted(made.body));
      line.querySelector('code').textContent = lines.join(' \\\n');
    }

    function say(text) {
      announced.textContent = text;
      answered.replaceChildren(make('p', { className: 'banner bad', textContent: text }));
    }

    form.addEventListener('input', show);
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      if (form.elements.key) keep(form.elements.key.value.trim().replace(/^Bearer\s+/i, ''));
      var hasDots = parameters.some(function (parameter) { return parameter.place === 'path' && /^\.\.?$/.test(parameter.input.value.trim()); });
      if (hasDots) { say(word('dots')); return; }
      var made = request();
      if (made.body) {
        try { JSON.parse(made.body); } catch (error) { say(word('noJson') + error.message); return; }
      }
      var url = new URL(made.path, location.origin);
      if (url.origin !== location.origin || url.pathname.indexOf('/web-api/') !== 0) return;
      if (method === 'DELETE' && !confirm(word('sure'))) return;
      made.headers.Authorization = 'Bearer ' + knownKey();
      send.disabled = true;
      announced.textContent = word('sending');
      answered.replaceChildren(make('p', { className: 'faint', textContent: word('sending') }));
      var began = performance.now();
      // Nothing of the panel's session goes along, and nothing is followed elsewhere.
      fetch(url, {
        method: method, headers: made.headers, body: made.body || undefined,
        credentials: 'omit', redirect: 'error', cache: 'no-store', referrerPolicy: 'no-referrer'
      }).then(function (answer) {
        return answer.text().then(function (text) { showAnswer(answer, text, performance.now() - began); });
      }).catch(function () { say(word('failed')); }).then(function () { send.disabled = false; });
    });

    function showAnswer(answer, text, took) {
      try { text = JSON.stringify(JSON.parse(text), null, 2); } catch (_) { /* shown as it came */ }
      var facts = make('dl', { className: 'facts' });
      var fact = function (name, value) { facts.append(make('dt', { textContent: name }), make('dd', { textContent: value })); };
      fact(word('time'), Math.round(took) + ' ms');
      NOTED.forEach(function (name) { if (answer.headers.has(name)) fact(name, answer.headers.get(name)); });
      var block = make('pre', { className: 'json', tabIndex: 0 }, [make('code', { textContent: text })]);
      copyable(block);
      announced.textContent = word('answer') + ' ' + answer.status;
      answered.replaceChildren(make('h3', {}, [word('answer') + ' ',
        make('span', { className: 'badge ' + (answer.ok ? 'good' : 'bad'), textContent: answer.status })]), facts, block);
    }

    show();
    details.append(form);
  }

  document.querySelectorAll('.op[data-path]').forEach(function (operation) {
    var details = make('details', { className: 'try' }, [make('summary', { textContent: word('tryIt') })]);
    details.addEventListener('toggle', function () {
      if (details.open && details.childElementCount === 1) build(operation, details);
    });
    operation.querySelector('.samples').prepend(details);
  });

  // The part of the page that is being read.
  var links = new Map();
  document.querySelectorAll('.contents ul ul a').forEach(function (link) { links.set(link.hash.slice(1), link); });
  if (links.size) {
    var places = Array.from(links.keys(), function (id) { return document.getElementById(id); });
    var seen = null;
    var mark = function () {
      var here = places.filter(function (place) { return place && place.getBoundingClientRect().top < 160; }).pop();
      if (here === seen) return;
      links.forEach(function (link, id) { link.classList.toggle('reading', !!here && id === here.id); });
      seen = here;
    };
    addEventListener('scroll', mark, { passive: true });
    mark();
  }

  // In a long list of pages the one that is open is seen.
  var current = document.querySelector('.contents [aria-current]');
  if (current) current.closest('.contents').scrollTop = current.offsetTop - 240;

  // The search: titles of all pages and what stands on them, in the manual every word, fetched when it is first used.
  var contents = document.querySelector('.contents');
  var asked = make('input', { type: 'search', placeholder: word('search'), autocomplete: 'off', spellcheck: false });
  asked.setAttribute('aria-label', word('search'));
  var found = make('ol');
  var told = make('p', { className: 'hidden', role: 'status' });
  contents.prepend(make('div', { className: 'find', role: 'search' }, [asked, found, told]));
  var index = null;

  function plain(text) {
    return text.toLocaleLowerCase(lang).normalize('NFD').replace(/[\u0300-\u036f]/g, '').replaceAll('ı', 'i');
  }

  function look() {
    var words = plain(asked.value).split(/\s+/).filter(Boolean);
    found.replaceChildren();
    told.textContent = '';
    if (!words.length || !index) return;
    var fits = index.filter(function (entry) {
      return words.every(function (one) { return entry.text.indexOf(one) >= 0; });
    });
    fits.sort(function (one, another) { return one.text.indexOf(words[0]) - another.text.indexOf(words[0]); });
    fits.slice(0, 10).forEach(function (entry) {
      found.append(make('li', {}, [make('a', { href: entry.place }, [entry.title, entry.page && make('small', { textContent: entry.page })])]));
    });
    if (!fits.length) found.append(make('li', { className: 'faint', textContent: word('nothing') }));
    told.textContent = fits.length ? String(Math.min(fits.length, 10)) : word('nothing');
  }

  asked.addEventListener('focus', function () {
    if (index) return;
    index = [];
    fetch(contents.dataset.index, { credentials: 'omit' }).then(function (answer) { return answer.json(); }).then(function (entries) {
      index = entries.map(function (entry) {
        return { title: entry[0], page: entry[1], place: entry[2], text: plain([entry[0], entry[2], entry[1], entry[3]].join(' ')) };
      });
      look();
    }).catch(function () { index = null; });
  });
  asked.addEventListener('input', look);
  asked.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') { asked.value = ''; look(); }
    var first = found.querySelector('a');
    if (event.key === 'Enter' && first) first.click();
  });
  document.addEventListener('keydown', function (event) {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    asked.focus();
  });
})();
