// Starts the viewer with our document, and makes it one of our pages: its address, its language, and names for controls that
// it leaves unnamed. The colours are reference.css's.
(function () {
  'use strict';

  var home = document.getElementById('viewer');
  var texts = home.dataset;
  var words = new Map(JSON.parse(texts.words));

  document.getElementById('base').textContent = location.origin;
  document.querySelector('.base').hidden = false;
  home.firstElementChild.hidden = false;

  fetch(texts.document).then(function (answer) {
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }).then(function (text) {
    // Examples name the address that this browser uses.
    var spec = JSON.parse(text.replaceAll('http://localhost:8080', location.origin));
    spec.servers = [{ url: location.origin }];
    show(readable(spec));
  }).catch(function () {
    home.textContent = texts.failed;
    home.lang = texts.lang;
  });

  // How a receiver is called is said in the texts; here nobody can try it, and the dialog for keys must not ask for it.
  function readable(spec) {
    Object.values(spec.webhooks || {}).forEach(function (path) {
      Object.values(path).forEach(function (operation) { delete operation.security; });
    });
    var schemes = spec.components.securitySchemes;
    Object.keys(schemes).filter(function (name) { return name.startsWith('webhook'); })
      .forEach(function (name) { delete schemes[name]; });
    // Its name is enough: the viewer would link a page that does not exist.
    delete spec.info.license.identifier;
    return spec;
  }

  function show(spec) {
    var place = document.createElement('div');
    home.replaceChildren(place);
    new MutationObserver(tidy).observe(home, { childList: true, characterData: true, subtree: true });
    window.SwaggerUIBundle({
      spec: spec,
      domNode: place,
      deepLinking: false,
      defaultModelsExpandDepth: -1,
      docExpansion: 'list',
      syntaxHighlight: false,
      validatorUrl: null
    });
  }

  function tidy() {
    name('.servers select', texts.servers);
    name('select.content-type, .content-type select, .response-control-media-type select', texts.contentType);
    name('textarea.body-param__text', texts.body);
    name('.examples-select-element', texts.examples);
    name('.close-modal', texts.close);
    home.querySelectorAll('main').forEach(function (inner) { inner.setAttribute('role', 'group'); });
    home.querySelectorAll('pre:not([tabindex], .version)').forEach(function (block) { block.tabIndex = 0; });
    // A name that differs from what can be read is worse than none.
    home.querySelectorAll('.auth-btn-wrapper [aria-label]').forEach(function (button) { button.removeAttribute('aria-label'); });
    if (words.size) translate();
  }

  function name(selector, text) {
    home.querySelectorAll(selector).forEach(function (control) {
      if (control.getAttribute('aria-label') !== text) control.setAttribute('aria-label', text);
    });
  }

  function translate() {
    var walk = document.createTreeWalker(home, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      var node = walk.currentNode;
      var said = words.get(node.nodeValue) || words.get(node.nodeValue.trim());
      if (!said || node.parentElement.closest('.renderedMarkdown, .markdown, pre, code, textarea, option')) continue;
      node.nodeValue = said;
      node.parentElement.lang = texts.lang;
    }
  }
})();
