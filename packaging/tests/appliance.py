"""Drives one built garson through a shop's day, over loopback: set-up, an order in, webhooks out, a kill, a restart.

    appliance.py [--dns ADDRESS] [--start SECONDS] -- COMMAND…      for instance: -- qemu-arm-static ./garson

Every line that begins with `seen:` was observed; the first thing that is not as it should be ends it with 1.
"""

import argparse
import datetime
import http.server
import json
import os
import random
import shutil
import signal
import socket
import socketserver
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

NAME = "till.garson.test"  # known to our name server alone


def seen(text):
    print(f"seen: {text}", flush=True)


def check(truth, text):
    if not truth:
        raise SystemExit(f"FAILED: {text}")


def wait_for(what, seconds, ask):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.05)
    raise SystemExit(f"FAILED: no {what} within {seconds} s")


class Appliance:
    """The program under test, in a folder of its own."""

    def __init__(self, command, folder, start_seconds):
        self.command, self.folder, self.start_seconds = command, folder, start_seconds
        self.process, self.url, self.key = None, None, None
        self.log = open(os.path.join(folder, "log"), "ab")

    def run(self, *words, given=""):
        done = subprocess.run(
            [*self.command, *words], input=given.encode(), capture_output=True, timeout=240, cwd=self.folder
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")

    def start(self, *options):
        began = time.monotonic()
        self.process = subprocess.Popen(
            [*self.command, "serve", "--data", "data", "--listen", "127.0.0.1:0", "--rate-limit", "0", *options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            cwd=self.folder,
            start_new_session=True,
        )
        # A program that says nothing is ended by the timer, and then the line is empty.
        timer = threading.Timer(self.start_seconds, self.kill)
        timer.start()
        line = self.process.stdout.readline().decode().strip()
        timer.cancel()
        check(line.startswith("listening on "), f"it did not start: {line!r}\n{self.tail()}")
        self.url = line.removeprefix("listening on ")
        return time.monotonic() - began

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        return self.process.wait(60)

    def tail(self):
        self.log.flush()
        with open(self.log.name, errors="replace") as log:
            return "".join(log.readlines()[-15:])

    def call(self, method, path, body=None, expect=200):
        url = path if path.startswith("http") else self.url + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, method=method, data=data)
        request.add_header("Content-Type", "application/json")
        request.add_header("Authorization", f"Bearer {self.key}")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            status, text = refusal.code, refusal.read()
        well = status == expect or (expect, status) == (200, 201)
        check(well, f"{method} {path}: {status} {text!r}\n{self.tail()}")
        return json.loads(text)


class Receiver(http.server.ThreadingHTTPServer):
    """Where webhooks arrive. With a certificate it speaks TLS and notes what became of handshakes that failed."""

    daemon_threads = True

    def __init__(self, certificate=None):
        super().__init__(("127.0.0.1", 0), Taker)
        self.bodies, self.handshakes = [], []
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(*certificate)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def finish_request(self, request, client_address):
        if self.context:
            # In TLS 1.3 the client's refusal comes after our side of the handshake is done, when its request is read.
            try:
                request = self.context.wrap_socket(request, server_side=True)
                super().finish_request(request, client_address)
            except OSError as trouble:
                self.handshakes.append(str(trouble))
            return
        super().finish_request(request, client_address)


class Taker(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append((self.headers["Host"], json.loads(body)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class NameServer(socketserver.ThreadingUDPServer):
    """Knows one name, which is this machine, and counts how often it is asked for it."""

    daemon_threads = True

    def __init__(self, address):
        super().__init__((address, 53), Answerer)
        self.asked = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answerer(socketserver.BaseRequestHandler):
    def handle(self):
        query, way = self.request
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1 : at + 1 + query[at]].decode())
            at += query[at] + 1
        question = query[12 : at + 5]
        kind = struct.unpack(">H", query[at + 1 : at + 3])[0]
        known = ".".join(labels).lower() == NAME
        self.server.asked += known
        has_address = known and kind == 1
        head = query[:2] + struct.pack(">HHHHH", 0x8180 if known else 0x8183, 1, int(has_address), 0, 0)
        answer = b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 5, 4) + socket.inet_aton("127.0.0.1") if has_address else b""
        way.sendto(head + question + answer, self.client_address)


def order(number):
    return {
        "providerOrderId": number,
        "items": [{"name": "Künefe", "quantity": 2, "total": 499.9}],
        "amount": {"total": 499.9},
        "payment": {"type": "cash"},
    }


def shop(app, zone):
    """A restaurant with a web shop: its id and its intake address."""
    made = app.call("POST", "/web-api/v1/restaurants", {"name": f"Köfteci {zone}", "config": {"timezone": zone}})
    number = made["data"]["id"]
    intake = app.call("PUT", f"/web-api/v1/restaurants/{number}/integrations/open", {})
    return number, json.dumps(intake).split('"intakeUrl": "')[1].split('"')[0]


def count_on(app, restaurant, day):
    path = f"/web-api/v1/orders/grouped-payments?restaurantId={restaurant}&from={day}&to={day}"
    return app.call("GET", path)["data"]["count"]


def time_zones(app):
    """Two islands 25 hours apart: the same moment is always on two different days."""
    for zone, hours in (("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)):
        restaurant, intake = shop(app, zone)
        here = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)
        app.call("POST", f"{intake}/orders", order(f"zone{hours}"))
        days = [(here + datetime.timedelta(days=d)).date().isoformat() for d in (-1, 0, 1)]
        counts = [count_on(app, restaurant, day) for day in days]
        check(sum(counts) == 1 and (counts[1] == 1 or here.hour in (0, 23)), f"{zone}: {dict(zip(days, counts))}")
    app.call("POST", "/web-api/v1/restaurants", {"name": "x", "config": {"timezone": "Mars/Base"}}, expect=422)
    seen("time zones: one moment counts on the right day in Kiritimati and in Pago Pago; Mars/Base is refused")


def certificate(folder):
    """A server's certificate by an authority that nobody knows, whose own certificate is beside it."""
    authority, authority_key, cert, key, wish = (
        os.path.join(folder, name) for name in ("authority.pem", "authority.key", "cert.pem", "key.pem", "wish.pem")
    )
    new = ["openssl", "req", "-newkey", "rsa:2048", "-nodes"]
    for command in (
        [*new, "-x509", "-days", "2", "-subj", "/CN=Nobody knows me", "-out", authority, "-keyout", authority_key],
        [*new, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", wish, "-keyout", key],
        ["openssl", "x509", "-req", "-in", wish, "-days", "2", "-copy_extensions", "copy", "-out", cert]
        + ["-CA", authority, "-CAkey", authority_key, "-CAcreateserial"],
    ):
        made = subprocess.run(command, capture_output=True)
        check(made.returncode == 0, made.stderr.decode())
    return cert, key


def panics_are_caught(app):
    """Damages copies of the store until redb panics on one: that must end as a sentence, not a crash."""
    with open(os.path.join(app.folder, "data", "garson.redb"), "rb") as file:
        whole = file.read()
    used = [at for at in range(4096, len(whole), 512) if any(whole[at : at + 512])]
    dice = random.Random(1)
    for tried in range(1, 41):
        at = dice.choice(used)
        hurt = whole[:at] + dice.randbytes(min(4096, len(whole) - at)) + whole[at + 4096 :]
        copy = os.path.join(app.folder, "hurt")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(os.path.join(app.folder, "data"), copy)
        with open(os.path.join(copy, "garson.redb"), "wb") as file:
            file.write(hurt)
        # It walks every page, and unlike `check` without looking at checksums first.
        code, _, said = app.run("compact", "--estimate", "--data", "hurt")
        check(code in (0, 1), f"a walk through a damaged store ended with {code}: {said}")
        if "panicked at" in said and "damaged" in said:
            return seen(f"a panic is caught: damaged store {tried} made redb panic, and it ended with a sentence and 1")
    check(False, "no damage made it panic, so it is not known whether a panic is caught")


def day(app, folder, names):
    code, out, said = app.run("--version")
    check(code == 0 and out.startswith("garson "), f"--version: {code} {out} {said}")
    code, out, said = app.run(
        "setup", "--data", "data", "--user", "ayse", "--password-stdin", "--json", given="a good password\n"
    )
    check(code == 0, f"setup: {code} {said}")
    app.key = json.loads(out)["apiKey"]
    seen("set-up makes the owner and a key")
    seen(f"it starts in {app.start():.2f} s")
    check(app.call("GET", "/health") is not None, "health")

    plain, secret = Receiver(), Receiver(certificate(folder))
    host = NAME if names else "localhost"
    plain_url = f"http://{host}:{plain.server_port}/hook"
    for url in (plain_url, f"https://localhost:{secret.server_port}/hook"):
        app.call("POST", "/web-api/v1/webhooks", {"url": url})
    _, intake = shop(app, "Europe/Istanbul")
    app.call("POST", f"{intake}/orders", order("1001"))
    seen("an order comes in from a web shop")

    def arrived(number, receiver=plain):
        return next((host for host, body in receiver.bodies if number in json.dumps(body)), None)

    heard = wait_for("webhook", 60, lambda: arrived("1001"))
    seen(f"a webhook goes out over HTTP, to {heard}")
    if names:
        check(names.asked > 0, "the name server was not asked")
        seen(f"DNS: {NAME} was looked up at our name server and the answer used")
    else:
        print("NOT seen: DNS by a name server (only localhost was looked up)")
    wait_for("TLS handshake", 60, lambda: secret.handshakes)
    why = wait_for("failed attempt over TLS", 60, lambda: tls_trouble(app))
    check(not secret.bodies and "certificate" in why, f"TLS: {why}, {secret.handshakes}")
    seen(f"TLS: a certificate by nobody known is refused; the log of deliveries says {why!r}")
    time_zones(app)

    app.kill()
    seconds = app.start("--ca-file", "authority.pem")
    seen(f"killed without warning, it starts again in {seconds:.2f} s")
    there = json.dumps(app.call("GET", "/web-api/v1/orders/1001"), ensure_ascii=False)
    check("1001" in there and "Künefe" in there, f"the order is gone: {there}")
    # An intake address names the port that it was made under.
    intake = app.url + "/intake" + intake.split("/intake", 1)[1]
    app.call("POST", f"{intake}/orders", order("1002"))
    wait_for("webhook after the restart", 60, lambda: arrived("1002"))
    seen("after that the order is still there, a new one comes in, and its webhook goes out")
    heard = wait_for("webhook over TLS", 60, lambda: arrived("1002", secret))
    seen(f"TLS: with that authority in --ca-file, a webhook goes out over TLS, to {heard}")
    return app.stop()


def tls_trouble(app):
    """What the log of deliveries says about the receiver with the certificate."""
    for one in app.call("GET", "/web-api/v1/webhooks/deliveries")["data"]:
        text = json.dumps(app.call("GET", f"/web-api/v1/webhooks/deliveries/{one['id']}"))
        if '(tls: ' in text:
            return text.split('(tls: ')[1].split(')"')[0]
    return None


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--dns")
    options.add_argument("--start", type=float, default=30)
    options.add_argument("--windows", action="store_true")
    options.add_argument("command", nargs="+")
    given = options.parse_args()
    names = NameServer(given.dns) if given.dns else None
    with tempfile.TemporaryDirectory() as folder:
        app = Appliance(given.command, folder, given.start)
        try:
            code = day(app, folder, names)
            # Windows knows no SIGTERM; wine ends the process as a kill would.
            check(given.windows or code == 0, f"it was asked to stop and ended with {code}\n{app.tail()}")
            if not given.windows:
                seen("asked to stop, it ends by itself with 0")
            code, _, said = app.run("check", "--data", "data")
            check(code == 0, f"the store is not sound: {said}")
            seen("the store is sound")
            panics_are_caught(app)
        finally:
            if app.process and app.process.poll() is None:
                app.kill()
    return 0


sys.exit(main())
