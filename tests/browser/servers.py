"""The two sides of a browser test: our server, and somebody else's page that shows the widget.

Tests share one diary, so each books at a time of its own.
"""

import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

from tests.desk.offices import office
from tests.prepared import Copy, start

ROOT = Path(__file__).parents[2]
MED_SPA = ROOT / "examples" / "medspa"
MEETINGS = ROOT / "examples" / "meetings"
HOTEL = ROOT / "examples" / "hotel"
CHILD = Path(__file__).with_name("desk_child.py")
EVIL_NAME = "<img src=x onerror=window.ran=1>"
EVIL_DESK = "</script><script>window.ran=2</script>"
STARTING = 120  # seconds


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@dataclass
class DeskServer:
    """Our server as a process of its own, which can be killed and started again."""

    port: int
    database: str
    folders: list[Path]
    process: Copy | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def page(self, business: str = "medspa") -> str:
        return f"{self.url}/b/{business}"

    def start(self) -> None:
        self.process = start(CHILD, self.port, self.database, *self.folders)
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + STARTING
        while time.monotonic() < deadline:
            assert self.process is not None
            assert self.process.poll() is None, "the server ended"
            try:
                with urlopen(f"{self.page()}/profile") as answer:  # noqa: S310 - our own server
                    assert answer.status == 200
                    return
            except URLError:
                time.sleep(0.05)
        raise AssertionError("The server did not come up.")

    def stop(self) -> None:
        if self.process is not None:
            self.process.close()
            self.process = None


def businesses(folder: Path, origin: str) -> list[Path]:
    """Copy the med spa twice: once for a page of `origin`, once with names that want to be scripts, held online.

    Beside them there are an office, whose flows have forms, the hotel, and a calendar with an owner.
    """
    plain, evil, hotel = folder / "medspa", folder / "evil", folder / "hotel"
    shutil.copytree(HOTEL, hotel, ignore=shutil.ignore_patterns("*.db*"))
    for copy in (plain, evil):
        shutil.copytree(MED_SPA, copy, ignore=shutil.ignore_patterns("*.db*"))
    text = (plain / "business.yaml").read_text("utf-8")
    (plain / "business.yaml").write_text(f"{text}\norigins: [{origin}]\n", "utf-8")
    names = text.replace("id: medspa", "id: evil", 1).replace("name: Radiance Med Spa", f"name: '{EVIL_NAME}'", 1)
    names = names.replace("desk: Ava", f"desk: '{EVIL_DESK}'", 1).replace("#0f766e", "#ffe600", 1)
    names = names.replace(
        "    minutes: 30\n    price: 300-600", "    minutes: 30\n    online: true\n    price: 300-600", 1
    )
    (evil / "business.yaml").write_text(names, "utf-8")
    calendar = shutil.copytree(MEETINGS, folder / "meetings", ignore=shutil.ignore_patterns("conversations", "*.db*"))
    return [plain, evil, office(folder / "office"), hotel, calendar]


HOSTILE = """
* { color: red !important; font-family: cursive !important; letter-spacing: 9px !important; display: block !important }
html { font-size: 40px } button { visibility: hidden !important }
frontdesk-widget { opacity: 0 !important; left: -999px }
"""
COOKIES = "#cookies { position: fixed; bottom: 0; left: 0; right: 0; height: 120px; background: silver }"
SCRIPT = """
window.shortcuts = [];
document.addEventListener("keydown", (event) => window.shortcuts.push(event.key));
const trusted = trustedTypes.createPolicy("site", { createScriptURL: (address) => address });
window.swap = () => {
  const body = document.createElement("body");
  const tag = document.createElement("script");
  const old = document.querySelector("script[data-business]");
  tag.dataset.business = old.dataset.business;
  tag.type = old.type;
  tag.src = trusted.createScriptURL(`${old.src}?again`);
  body.append(Object.assign(document.createElement("h1"), { textContent: "Another page" }), tag);
  document.body.replaceWith(body);
};
"""
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A clinic</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/{style}.css">
<script src="/site.js"></script></head><body><main><h1>A clinic</h1><a href="/" id="link">About us</a>
<input id="search" aria-label="Search"></main>{extra}
<script {kind} src="{desk}/widget.js" data-business="medspa"></script></body></html>"""
BANNER = '<aside id="cookies">We use cookies. <button id="agree">Fine</button></aside>'


@contextmanager
def foreign_site(desk: str, port: int) -> Iterator[str]:
    """Serve somebody else's pages: `/`, `/hostile`, `/cookies`, `/classic`; their policy is strict."""
    socket_address = desk.replace("http", "ws", 1)
    policy = (
        f"default-src 'none'; script-src 'self' {desk}; style-src 'self'; img-src {desk}; "
        f"connect-src {desk} {socket_address}; require-trusted-types-for 'script'"
    )

    def content(path: str) -> tuple[str, str]:
        files = {"/hostile.css": HOSTILE, "/cookies.css": COOKIES, "/plain.css": "", "/site.js": SCRIPT}
        if path in files:
            return files[path], "text/css" if path.endswith("css") else "text/javascript"
        style = path.strip("/") if path in ("/hostile", "/cookies") else "plain"
        kind = "" if path == "/classic" else 'type="module"'
        extra = BANNER if path == "/cookies" else ""
        return PAGE.format(style=style, kind=kind, desk=desk, extra=extra), "text/html"

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text, kind = content(self.path.partition("?")[0])
            body = text.encode()
            self.send_response(200)
            headers = {"Content-Type": kind, "Content-Length": str(len(body)), "Content-Security-Policy": policy}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    with ThreadingHTTPServer(("127.0.0.1", port), Site) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://localhost:{port}"
        finally:
            server.shutdown()
            thread.join()
