// The print button of the ticket; without script the browser's own print command does the same.
(function () {
  'use strict';

  var button = document.getElementById('print');
  button.hidden = false;
  button.addEventListener('click', function () { window.print(); });
})();
