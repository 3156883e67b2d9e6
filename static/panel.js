// What makes the panel more comfortable. Every page works without it.
(function () {
  'use strict';

  // Copy buttons: data-copy names the element whose text is copied.
  document.addEventListener('click', function (event) {
    var button = event.target.closest('[data-copy]');
    if (!button) return;
    var source = document.getElementById(button.dataset.copy);
    var text = source.value === undefined ? source.textContent : source.value;
    var done = function () {
      var before = button.textContent;
      button.textContent = button.dataset.copied;
      setTimeout(function () { button.textContent = before; }, 2000);
    };
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(text).then(done);
      return;
    }
    // On the LAN there is no https, and so no clipboard but this one.
    var range = document.createRange();
    range.selectNodeContents(source);
    var selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    if (document.execCommand('copy')) done();
  });

  // The part of the menu that is folded away goes when somebody is done with it.
  var more = document.querySelector('.more');
  if (more) {
    document.addEventListener('click', function (event) { if (!more.contains(event.target)) more.open = false; });
    more.addEventListener('keydown', function (event) {
      if (event.key !== 'Escape') return;
      more.open = false;
      more.querySelector('summary').focus();
    });
  }

  // A certificate from a file goes into the field, also one that is no text.
  document.querySelectorAll('[data-pem-into]').forEach(function (input) {
    input.closest('[hidden]').hidden = false;
    input.addEventListener('change', function () {
      var reader = new FileReader();
      reader.onload = function () {
        var bytes = reader.result;
        var isText = bytes.indexOf('-----BEGIN') >= 0;
        document.getElementById(input.dataset.pemInto).value = isText ? bytes
          : '-----BEGIN CERTIFICATE-----\n' + btoa(bytes).replace(/.{64}/g, '$&\n') + '\n-----END CERTIFICATE-----\n';
      };
      if (input.files[0]) reader.readAsBinaryString(input.files[0]);
    });
  });

  // A list that is fetched piece by piece: an answer without one, such as the door after a long pause, is a page of its own.
  document.addEventListener('htmx:beforeSwap', function (event) {
    if (event.detail.serverResponse.indexOf('id="list"') >= 0) return;
    // One that asks for the password first says itself where it belongs.
    if (event.detail.xhr.getResponseHeader('HX-Retarget')) return;
    event.detail.shouldSwap = false;
    location.href = event.detail.pathInfo.finalRequestPath;
  });
})();
