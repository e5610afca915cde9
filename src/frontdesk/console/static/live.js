// One event stream for all tabs of a browser: the tab that holds the lock listens, and passes on what it hears.
const KINDS = ["ready", "changed", "presence", "typing", "waiting"];
const LOST_AFTER = 3000; // a short gap is not worth a word

export function startLive(base, onEnded) {
  const name = `frontdesk ${base}`;
  const channel = new BroadcastChannel(name);
  let mark = document.querySelector('meta[name="mark"]').content; // how far everything had got when this page was made
  const hear = ({ kind, data }) => {
    if (kind === "ended") return onEnded();
    if (kind === "lost" || kind === "back") return show(kind === "lost");
    const isBehind = kind === "ready" && data.mark !== mark;
    if (data.mark) mark = data.mark;
    if (kind === "ready") return isBehind && document.dispatchEvent(new CustomEvent("fd:back"));
    document.dispatchEvent(new CustomEvent(`fd:${kind}`, { detail: data }));
  };
  channel.addEventListener("message", ({ data }) => hear(data));
  const pass = (message) => { channel.postMessage(message); hear(message); };
  if (navigator.locks) navigator.locks.request(name, () => new Promise(() => listen(base, pass)));
  else listen(base, pass);
}

function listen(base, pass) {
  let lost = null, wasLost = false, source = null;
  const open = () => {
    source = new EventSource(`${base}/events`);
    source.addEventListener("open", () => {
      clearTimeout(lost);
      lost = null;
      if (wasLost) pass({ kind: "back", data: {} });
      wasLost = false;
    });
    source.addEventListener("error", async () => {
      lost ??= setTimeout(() => { wasLost = true; pass({ kind: "lost", data: {} }); }, LOST_AFTER);
      if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
      const answer = await fetch(`${base}/account`, { headers: { "X-Fragment": "1", "X-Background": "1" } }).catch(() => null);
      if (answer?.status === 401) { clearTimeout(lost); return pass({ kind: "ended", data: {} }); }
      setTimeout(open, 2000);
    });
    for (const kind of KINDS) source.addEventListener(kind, (event) => pass({ kind, data: JSON.parse(event.data) }));
  };
  open();
  addEventListener("online", () => { if (source.readyState === EventSource.CLOSED) open(); });
}

function show(isLost) {
  const line = document.getElementById("lost");
  if (isLost) line.textContent = "Not connected. What you see may be old; it comes back by itself.";
  line.hidden = !isLost;
}
