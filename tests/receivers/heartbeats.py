"""The receiver of heartbeats of packaging/public against a real garson: what it shows, and what it must not believe. Used by run."""

import base64
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

from parties import TOP, is_open, signature, until

RECEIVER = TOP / "packaging/public/heartbeats.py"


def secret():
    return "whsec_" + base64.b64encode(os.urandom(32)).decode()


class Watch:
    """The receiver, as README.md beside it says that it is started."""

    def __init__(self, scratch):
        self.home = scratch / "heartbeats"
        self.home.mkdir()
        self.shops, self.kept, self.child = self.home / "shops.txt", self.home / "kept.json", None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self):
        settings = {"HEARTBEAT_SHOPS": str(self.shops), "HEARTBEAT_KEPT": str(self.kept), "HEARTBEAT_PORT": str(self.port)}
        with open(self.home / "log", "a") as log:
            self.child = subprocess.Popen([sys.executable, RECEIVER], env={**os.environ, **settings}, stdout=log, stderr=log)
        until("the receiver to listen", lambda: is_open(self.port), 60)

    def stop(self, how=signal.SIGTERM):
        if self.child:
            self.child.send_signal(how)
            self.child.wait(20)
            self.child = None

    def ask(self, path="/", body=None, headers=None):
        """Status, text and headers."""
        request = urllib.request.Request(self.url + path, body, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode(), refusal.headers

    def status_of(self, head):
        """The status that it answers with before it was sent a body."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as wire:
            wire.sendall(head.encode())
            return int(wire.makefile().readline().split()[1])

    def rows(self, lang="en"):
        """The class and the words of each row, from the top."""
        status, text, _ = self.ask(headers={"Accept-Language": lang})
        assert status == 200, (status, text)
        rows = re.findall(r'<tr class="(\w+)">(.*?)</tr>', text)
        return [(kind, re.sub("<[^>]*>", " ", row)) for kind, row in rows]

    def send(self, body, by, at=None, path="/beat", event=None):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        event, at = event or str(uuid.uuid4()), str(int(time.time()) if at is None else at)
        headers = {"webhook-id": event, "webhook-timestamp": at, "webhook-signature": signature(by, event, at, body)}
        return self.ask(path, body, {**headers, "Content-Type": "application/json"})[0]


def moment(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S.", time.gmtime(seconds)) + f"{int(seconds * 1000) % 1000:03}Z"


def beat(**more):
    return {
        "kind": "heartbeat", "at": moment(time.time()), "id": "x", "name": "", "version": "0.1.0", "upSince": moment(0),
        "health": {"status": "ok", "reason": None, "warnings": []}, "backup": {"lastProvenAt": None, "trouble": None},
        "disk": {"freeBytes": 5_000_000_000, "storeBytes": 1, "isShort": False}, "clock": {"lagSeconds": 0},
        "platforms": {"inTrouble": 0, "first": []}, "webhooks": {"failing": 0}, **more,
    }


def check(program, scratch):
    watch, ours, other, nobody = Watch(scratch), secret(), secret(), secret()
    watch.shops.write_text(f"# one line for each\n{ours} Kadıköy\n\n{other} Beşiktaş <b>\n", encoding="utf-8")
    garson = None
    try:
        watch.start()
        assert [(kind, "No beat yet" in row) for kind, row in watch.rows()] == [("bad", True), ("bad", True)]
        garson = start_garson(program, scratch, f"{watch.url}/beat", ours)
        shown = until("the beat of a real garson", lambda: next((row for row in watch.rows() if row[0] == "good"), None))
        assert "Kadıköy" in shown[1] and "All is well" in shown[1] and re.search(r"\b\d+\.\d+\.\d+\b", shown[1]), shown
        assert ("good", True) in [(kind, "Her şey yolunda" in row) for kind, row in watch.rows("de, tr;q=0.9, en;q=0.1")]
        garson.kill()
        garson.wait(20)
        believes_nobody_else(watch, other, nobody)
        shows_the_worst_first(watch, other)
    except BaseException:
        print(f"FAILED: heartbeats. The last lines:\n{(watch.home / 'log').read_text()[-3000:]}", file=sys.stderr)
        raise
    finally:
        if garson:
            garson.kill()
            garson.wait(20)
        watch.stop(signal.SIGKILL)


def start_garson(program, scratch, url, by):
    data, file = scratch / "watched", scratch / "watched.secret"
    file.write_text(by + "\n")
    with open(scratch / "watched.log", "w") as log:
        serve = [program, "serve", "--data", data, "--listen", "127.0.0.1:0", "--heartbeat", url, "--heartbeat-secret", file]
        return subprocess.Popen(serve, stdout=log, stderr=log)


def believes_nobody_else(watch, other, nobody):
    before = watch.rows()
    now = int(time.time())
    assert watch.send(beat(), nobody) == 401
    body = json.dumps(beat()).encode()
    headers = {"webhook-id": "x", "webhook-timestamp": str(now), "webhook-signature": signature(other, "x", str(now), body)}
    assert watch.ask("/beat", body + b" ", headers)[0] == 401, "it was changed on the way"
    assert watch.ask("/beat", body, {**headers, "webhook-timestamp": str(now + 1)})[0] == 401
    assert watch.ask("/beat", body, {})[0] == 401
    for off in (-302, 302):
        assert watch.send(beat(), other, at=now + off) == 400, "too old, or of the future"
        assert watch.send(beat(at=moment(now + off)), other) == 400
    for length in ("16385", "999999", "-1", "many"):
        assert watch.status_of(f"POST /beat HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n") == 413, length
    for wrong in (b"", b"{", b"[" * 9000, b"null", beat(kind="test"), beat(at="today"), beat(health=[]), beat(platforms={"first": [1]})):
        assert watch.send(wrong, other) == 400, wrong
    assert watch.send(beat(), other, path="/") == 404
    for path in ("/kept.json", "/../shops.txt", "/%2e%2e/etc/passwd", "/beat"):
        assert watch.ask(path)[0] == 404, path
    assert [row.split()[0] for _, row in watch.rows()] == [row.split()[0] for _, row in before], "none of it is shown"


def shows_the_worst_first(watch, other):
    hostile = "<script>alert(1)</script>"
    sent = beat(name=hostile, version=hostile, health={"status": "unavailable", "reason": "units", "warnings": [hostile, "backup_overdue", 7]},
                disk={"freeBytes": -1, "isShort": True}, clock={"lagSeconds": 7200}, webhooks={"failing": 2},
                platforms={"inTrouble": 3, "first": [{"platform": "getir", "trouble": "failing", "since": moment(time.time() - 600)}]})
    event = str(uuid.uuid4())
    assert watch.send(sent, other, event=event) == 200
    assert watch.send(sent, other, event=event) == 409, "sent again by somebody who listened"
    status, text, headers = watch.ask(headers={"Accept-Language": "en"})
    assert status == 200 and "<script" not in text and "Beşiktaş &lt;b&gt;" in text, text
    assert "default-src 'none'" in headers["Content-Security-Policy"] and headers["Refresh"] == "30"
    rows = watch.rows()
    assert [kind for kind, _ in rows] == ["bad", "good"] and "Beşiktaş" in rows[0][1], rows
    for said in ("In trouble", "units", "no backup for days", "disk almost full", "behind by 2 h", "webhooks in trouble: 2",
                 "getir: does not answer as it should, began 10 min ago", "more platforms in trouble: 2"):
        assert said in rows[0][1], (said, rows)
    # What was taken is there after a new start, and who is not heard any more is red and on top.
    watch.stop()
    kept = json.loads(watch.kept.read_text())
    assert len(kept) == 2, kept
    for one in kept.values():
        one["received"] -= 200 if one["is_well"] else 0
    watch.kept.write_text(json.dumps(kept))
    watch.start()
    rows = watch.rows()
    assert [kind for kind, _ in rows] == ["bad", "bad"] and "Kadıköy" in rows[0][1] and "Silent" in rows[0][1], rows
    # The list is read again when it changes, and one that is wrong changes nothing.
    watch.shops.write_text("whsec_x Moda\n", encoding="utf-8")
    assert len(watch.rows()) == 2
    new = secret()
    watch.shops.write_text(f"{new} Moda\n", encoding="utf-8")
    assert watch.send(beat(), new) == 200 and watch.send(beat(), other) == 401
    assert [(kind, "Moda" in row) for kind, row in watch.rows()] == [("good", True)]
