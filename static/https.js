// Whether this device trusts garson's certificate: pages that can only offer HTTPS move there by themselves where it does.
(function () {
  'use strict';

  var link = document.querySelector('[data-https]');
  if (!link || !window.fetch) return;
  var show = function (state) {
    var said = document.getElementById(state);
    if (said) said.hidden = false;
  };
  // Only a browser that trusts it gets an answer; what it says does not matter.
  var probe = new URL('/health', new URL(link.dataset.https, location.href));
  fetch(probe, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(function () {
    show('trusted');
    if (link.hasAttribute('data-moves')) location.replace(link.dataset.https);
  }, function () { show('not-trusted'); });
})();
