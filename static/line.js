// One line of news for all tabs of a browser: it has six connections to one place, and a line takes one for good. One tab holds
// the line and passes on what it hears. When it goes or falls silent, another takes it: one that is looked at, or else the eldest.

/** How long a tab waits for word of the one that holds the line, in milliseconds. */
const ASKED_FOR = 250;
/** So long without a word, two beats and a little, and whoever held the line does so no more. */
const SILENT_FOR = 12_000;
/** All that a line may bring: whoever holds it does so for tabs that want something else of it. */
const KINDS = ['hello', 'beat', 'again', 'bye', 'card', 'gone', 'ring', 'trouble'];

/**
 * `news` has what is done with each kind of event, `fail` is told whether the browser has given up for good. Nothing is heard
 * before `open`, which may be called again at any time: then, too, all begins with what the server says first.
 */
export function lineTo(url, news, fail) {
  const channel = window.BroadcastChannel ? new BroadcastChannel(`garson${url}`) : null;
  const born = `${Date.now()} ${Math.random()}`;
  const rank = () => `${document.hidden ? 'unseen' : 'seen'} ${born}`;
  const tell = (message) => channel?.postMessage({ ...message, from: rank() });
  /** The line itself, where it is this tab that holds it. */
  let source = null;
  let isOpen = false;
  /** While this tab asks who holds it: the best of all that would. */
  let asking = null;
  let best = '';
  let heardAt = Date.now();

  function hold() {
    stopAsking();
    source?.close();
    heardAt = Date.now();
    tell({ holds: true });
    const mine = new EventSource(url);
    source = mine;
    for (const kind of KINDS) {
      mine.addEventListener(kind, ({ data }) => {
        if (mine !== source) return;
        tell({ kind, data });
        news[kind]?.(data);
      });
    }
    mine.onerror = () => {
      if (mine !== source) return;
      const isOver = mine.readyState === EventSource.CLOSED;
      tell({ failed: true, isOver });
      fail(isOver);
    };
  }

  function letGo() {
    source?.close();
    source = null;
  }

  function stopAsking() {
    clearTimeout(asking);
    asking = null;
  }

  function ask() {
    clearTimeout(asking);
    best = rank();
    heardAt = Date.now();
    tell({ asks: true });
    asking = setTimeout(() => {
      asking = null;
      if (best === rank()) hold(); else ask();
    }, ASKED_FOR);
  }

  /** Another tab says that it holds the line: one of the two does. */
  function settle(other) {
    stopAsking();
    if (!source) return;
    if (other < rank()) letGo(); else tell({ holds: true });
  }

  if (channel) {
    channel.onmessage = ({ data: { from, asks, holds, stands, leaves, kind, data, failed, isOver } }) => {
      if (!isOpen) return;
      if (holds || kind || failed) { heardAt = Date.now(); settle(from); }
      if (asks && source && rank() < from) {
        // Whoever joins needs what comes first; while it is being opened, that is still to come.
        if (source.readyState === EventSource.CONNECTING) tell({ holds: true }); else hold();
      } else if (asks && asking) {
        if (from < best) best = from;
        tell({ stands: true });
      }
      if (stands && asking && from < best) best = from;
      if (leaves && !source) ask();
      if (source) return;
      if (kind) news[kind]?.(data);
      if (failed) fail(isOver);
    };
    document.addEventListener('visibilitychange', () => {
      if (!isOpen) return;
      // One that is looked at may sleep less.
      if (!document.hidden && !source) ask();
      if (document.hidden && source) tell({ leaves: true });
    });
    window.addEventListener('pagehide', close);
    window.addEventListener('pageshow', ({ persisted }) => { if (persisted) open(); });
    setInterval(() => { if (isOpen && !source && !asking && Math.abs(Date.now() - heardAt) > SILENT_FOR) ask(); }, 5_000);
  }

  function open() {
    isOpen = true;
    if (source || !channel) hold(); else ask();
  }

  function close() {
    if (source) tell({ leaves: true });
    stopAsking();
    letGo();
    isOpen = false;
  }

  return { open, close };
}
