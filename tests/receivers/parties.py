"""Who takes part: garson, a restaurant with a web shop, and a receiver of packaging/receivers. Used by run and checks.py."""

import base64
import hmac
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

TOP = pathlib.Path(__file__).resolve().parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")).resolve()
SOURCES = TOP / "packaging/receivers"
GSON = "/usr/share/java/gson.jar"
CAME_BEFORE, OVERTAKEN = "came before", "was overtaken"


def until(what, found, patience=20):
    """What `found` gives as soon as it gives something."""
    ends = time.monotonic() + patience
    while not (thing := found()):
        assert time.monotonic() < ends, f"waited {patience} s in vain for {what}"
        time.sleep(0.02)
    return thing


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Garson:
    def __init__(self, program, scratch):
        self.data = scratch / "garson"
        setup = [program, "setup", "--user", "tester", "--password-stdin", "--json", "--data", self.data]
        made = subprocess.run(setup, input="a good pass phrase\n", capture_output=True, text=True, check=True)
        self.key = json.loads(made.stdout)["apiKey"]
        # A receiver that is down is to have missed an event soon.
        serve = [program, "serve", "--data", self.data, "--listen", "127.0.0.1:0", "--webhook-retries", "50ms,50ms,50ms"]
        self.log = open(scratch / "garson.log", "w")
        self.child = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=self.log, text=True)
        listening = next(line for line in self.child.stdout if line.startswith("listening on "))
        self.url = listening.removeprefix("listening on ").strip()
        self.webhook_key = self.api("POST", "/keys", {"name": "receivers", "scope": "webhooks"})

    def send(self, method, url, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer).get("data")
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{method} {url}: {refusal.code} {refusal.read().decode()}") from None

    def api(self, method, path, body=None):
        return self.send(method, f"{self.url}/web-api/v1{path}", body, {"Authorization": f"Bearer {self.key}"})

    def deliveries(self, webhook):
        return self.api("GET", f"/webhooks/deliveries?limit=200&webhookId={webhook}")

    def stop(self):
        self.child.terminate()
        self.child.wait(20)
        self.log.close()


class Shop:
    """A restaurant with a web shop, whose events one webhook hears."""

    def __init__(self, garson, port):
        self.garson, self.orders = garson, 0
        self.restaurant = garson.api("POST", "/restaurants", {"name": "Köfteci Ünal"})["id"]
        self.open = f"/restaurants/{self.restaurant}/integrations/open"
        self.intake = re.sub("^https?://[^/]+", garson.url, garson.api("PUT", self.open, {})["intakeUrl"])
        self.form = {"url": f"http://127.0.0.1:{port}/garson", "restaurantIds": [self.restaurant]}
        self.webhook = garson.api("POST", "/webhooks", self.form)["id"]

    def change(self, **form):
        self.garson.api("PUT", f"/webhooks/{self.webhook}", {**self.form, **form})

    def press_test(self):
        return self.garson.api("POST", f"/webhooks/{self.webhook}/test")["statusCode"]

    def make_secret(self):
        return self.garson.api("POST", f"/webhooks/{self.webhook}/secret")["secret"]

    def order(self):
        self.orders += 1
        order = {
            "providerOrderId": f"ş-{self.orders}", "items": [{"name": "Çiğ köfte", "quantity": 1, "total": 12.5}],
            "amount": {"total": 12.5}, "payment": {"type": "cash"}, "customer": {"name": "Ayşe"},
        }
        return self.garson.send("POST", f"{self.intake}/orders", order)["id"]

    def live_through_all(self):
        """Makes each kind of event happen; gives, by order, what is to be heard of it."""
        ours, theirs = self.order(), self.order()
        self.garson.api("POST", f"/orders/verify/{ours}")
        self.garson.api("POST", f"/orders/change-status/{ours}")
        reason = self.garson.api("GET", f"/orders/reasons/{ours}")["reasons"][0]["id"]
        self.garson.api("POST", f"/orders/cancel/{ours}", {"reason": reason, "note": "köfte bitti"})
        self.garson.send("POST", f"{self.intake}/orders/%C5%9F-{self.orders}/cancel", {"note": "vazgeçti"})
        self.garson.api("PUT", self.open, {"isActive": False})
        self.garson.api("PUT", self.open, {"isActive": True})
        moved = "siparis.durum_degisti"
        return {
            ours: ["siparis.olusturuldu", moved, moved, "siparis.iptal_edildi"],
            theirs: ["siparis.olusturuldu", "siparis.iptal_edildi"],
            "": ["entegrasyon.durum_degisti", "entegrasyon.durum_degisti"],
        }


class Receiver:
    """One of packaging/receivers, as README.md there says that it is started."""

    def __init__(self, language, scratch):
        self.language, self.child = language, None
        self.home = scratch / language
        self.home.mkdir()
        self.folder = self.home / "events"
        # Apart, so that no line is written into the middle of another.
        self.logs = [self.home / "out.log", self.home / "err.log"]
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        if language == "go":
            kept = {**os.environ, "GOCACHE": str(TARGET / "receivers/go"), "GOFLAGS": "", "GOTOOLCHAIN": "local"}
            for step in (["vet"], ["build", "-o", self.home / "receiver"]):
                subprocess.run(["go", *step, SOURCES / "receiver.go"], env=kept, cwd=self.home, check=True)
            assert not subprocess.check_output(["gofmt", "-l", SOURCES / "receiver.go"])
        if language == "java":
            javac = ["javac", "-Xlint:all", "-Werror", "-cp", GSON, "-d", self.home, SOURCES / "Receiver.java"]
            subprocess.run(javac, check=True)
        self.command = {
            "python": [sys.executable, SOURCES / "receiver.py"],
            "node": ["node", SOURCES / "receiver.mjs"],
            "php": ["php", "-S", f"127.0.0.1:{self.port}", SOURCES / "receiver.php"],
            "go": [self.home / "receiver"],
            "java": ["java", "-cp", f"{GSON}:{self.home}", "Receiver"],
        }[language]

    def launch(self, **settings):
        environment = {
            **os.environ, "WEBHOOK_HOST": "127.0.0.1", "WEBHOOK_PORT": str(self.port), "WEBHOOK_FOLDER": str(self.folder),
            # Else PHP's own server answers nobody while a request works; others have threads or the like.
            "PHP_CLI_SERVER_WORKERS": "4", **settings,
        }
        with open(self.logs[0], "a") as out, open(self.logs[1], "a") as err:
            # PHP's workers are children of its own: all end as one group.
            self.child = subprocess.Popen(
                self.command, cwd=self.home, env=environment, stdout=out, stderr=err, start_new_session=True)

    def start(self, key, secret=""):
        self.key, self.secret = key, secret
        self.launch(WEBHOOK_KEY=key, WEBHOOK_SECRET=secret)

        def is_up():
            assert self.child.poll() is None, f"the receiver ended with {self.child.returncode}"
            return is_open(self.port)

        until("the receiver to listen", is_up, 60)

    def stop(self, how=signal.SIGTERM):
        if self.child:
            try:
                os.killpg(self.child.pid, how)
            except ProcessLookupError:
                pass
            self.child.wait(20)
            self.child = None
            until("its port to be free", lambda: not is_open(self.port))

    def restart(self, key=None, secret=None, how=signal.SIGTERM):
        self.stop(how)
        self.start(key or self.key, self.secret if secret is None else secret)

    def come_to_rest(self):
        """Nothing is half written, and no line comes any more: work is done after the answer."""
        until("nothing half written", lambda: not list(self.folder.glob("*.tmp")))
        seen = None
        while seen != (seen := self.log()):
            time.sleep(0.3)

    def log(self):
        return "".join(log.read_text() for log in self.logs if log.exists())

    def said(self):
        """The lines about events: (event, id, the order or that it came before)."""
        line = re.compile(r"^(?:\[.*?\] )*(\S+) ([0-9a-f-]{36}) (.*)$", re.MULTILINE)
        return line.findall(self.log())

    def worked(self):
        return [line for line in self.said() if line[2] not in (CAME_BEFORE, OVERTAKEN)]

    def repeats(self, event_id):
        return sum(line[1:] == (event_id, CAME_BEFORE) for line in self.said())

    def kept(self):
        """All files that it has, and any that it should not have made."""
        files = (file for file in self.home.rglob("*") if file.suffix != ".log")
        return {str(file.relative_to(self.home)) for file in files}

    def ask(self, body, headers, method="POST"):
        """The status that it answers with, and its headers; 0 where it hangs up. It may answer before all was sent."""
        lines = [f"{method} / HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items() if value is not None]
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as wire:
            try:
                wire.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            except OSError:
                pass
            answer = b""
            try:
                # PHP's own server hangs up only when the work is done: the head says how much there is to wait for.
                while b"\r\n\r\n" not in answer and (more := wire.recv(65536)):
                    answer += more
                head, _, text = answer.partition(b"\r\n\r\n")
                length = re.search(rb"(?i)\r\ncontent-length: *([0-9]+)", head)
                while method != "HEAD" and length and len(text) < int(length[1]) and (more := wire.recv(65536)):
                    text += more
            except ConnectionError:
                pass
        head = answer.partition(b"\r\n\r\n")[0].decode()
        return int(head.split()[1]) if head else 0, head.lower()

    def proof(self, body, key=None, secret=None, at=None, event_id="an id"):
        """The headers that garson would send, unless told otherwise."""
        headers = {"Authorization": f"Bearer {key or self.key}", "Content-Type": "application/json",
                   "Content-Length": str(len(body))}
        if not (secret or self.secret):
            return headers
        at = str(int(time.time()) if at is None else at)
        return {**headers, "webhook-id": event_id, "webhook-timestamp": at,
                "webhook-signature": signature(secret or self.secret, event_id, at, body)}

    def post(self, body, **how):
        return self.ask(body, self.proof(body, **how))[0]


def signature(secret, event_id, at, body):
    mac = hmac.digest(base64.b64decode(secret.removeprefix("whsec_")), f"{event_id}.{at}.".encode() + body, "sha256")
    return "v1," + base64.b64encode(mac).decode()


def event(olay="test", event_id=None, **veri):
    return json.dumps({"olay": olay, "veri": {"id": event_id or str(uuid.uuid4()), **veri}}).encode()
