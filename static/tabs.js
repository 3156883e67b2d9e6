// A browser has six connections to one place for all of its tabs. One that nobody sees gives up its own while another tab
// does the same work: one that is looked at, or else the eldest. It asks around now and then, for a tab may end without a word.

/** `take` begins the work of this tab, `give` ends it for as long as another does it, `has` says whether it goes on. */
export function share(name, { take, give, has }) {
  const channel = window.BroadcastChannel ? new BroadcastChannel(name) : null;
  if (!channel) return;
  const born = `${Date.now()} ${Math.random()}`;
  let isAnswered = false;
  /** One that is being closed may still hear, and must not speak up. */
  let isLeaving = false;

  function rest() {
    if (!document.hidden) return;
    isAnswered = false;
    channel.postMessage({ who: born });
    setTimeout(() => {
      if (!document.hidden) return;
      if (!isAnswered) { if (!has()) take(); return; }
      give();
    }, 500);
  }

  channel.onmessage = ({ data }) => {
    if (data.who && !isLeaving && (!document.hidden || (has() && born < data.who))) channel.postMessage({ here: true });
    if (data.here) isAnswered = true;
    if (data.leaving) rest();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) channel.postMessage({ leaving: true }); else if (!has()) take();
    rest();
  });
  window.addEventListener('pagehide', () => { isLeaving = true; channel.postMessage({ leaving: true }); });
  window.addEventListener('pageshow', () => { isLeaving = false; });
  setInterval(rest, 60_000);
}
