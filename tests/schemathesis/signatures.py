"""The webhooks of a real server, checked with a library of the Standard Webhooks specification that is not ours.

    target/schemathesis/bin/python tests/schemathesis/signatures.py target/debug/garson

A few seconds. Every event must be taken by the library under its secret, and by no other; while a secret is changed,
under both; what was altered on the way, or is old, must not be."""

import http.server
import json
import queue
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

heard = queue.Queue()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        heard.put(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def next_event():
    return heard.get(timeout=20)


def is_taken(secret, headers, body):
    try:
        return Webhook(secret).verify(body, headers) == json.loads(body)
    except WebhookVerificationError:
        return False


def check(base, key):
    def send(method, path, body=None, key=key):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(base + path, data, {"Content-Type": "application/json"}, method=method)
        if key:
            request.add_header("Authorization", f"Bearer {key}")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer).get("data")

    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    restaurant = send("POST", "/web-api/v1/restaurants", {"name": "Köfteci Ünal"})["id"]
    shop = send("PUT", f"/web-api/v1/restaurants/{restaurant}/integrations/open", {})["intakeUrl"]
    intake = re.sub(r"^https?://[^/]+", "", shop)
    form = {"url": f"http://127.0.0.1:{receiver.server_port}/", "events": ["siparis.olusturuldu", "siparis.iptal_edildi"]}
    webhook = f"/web-api/v1/webhooks/{send('POST', '/web-api/v1/webhooks', form)['id']}"
    first = send("POST", f"{webhook}/secret")["secret"]
    order = {
        "providerOrderId": "ş-1", "items": [{"name": "Çiğ köfte", "quantity": 1, "total": 12.5}],
        "amount": {"total": 12.5}, "payment": {"type": "cash"},
    }
    send("POST", f"{intake}/orders", order, key=None)
    send("POST", f"{intake}/orders/%C5%9F-1/cancel", {"note": "vazgeçti"}, key=None)
    send("POST", f"{webhook}/test")
    for _ in range(3):
        headers, body = next_event()
        assert is_taken(first, headers, body), (headers, body)
        assert headers["webhook-id"] == json.loads(body)["veri"]["id"], headers
        assert headers["authorization"] == f"Bearer {key}", headers
        assert not is_taken("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", headers, body)
        assert not is_taken(first, headers, body + b" ")
        old = {**headers, "webhook-timestamp": str(int(headers["webhook-timestamp"]) - 3600)}
        assert not is_taken(first, old, body)

    # One that a caller brings, in place of the first.
    second = "whsec_" + "c2VjcmV0" * 5
    send("POST", f"{webhook}/secret", {"secret": second})
    send("POST", f"{webhook}/test")
    headers, body = next_event()
    assert is_taken(first, headers, body) and is_taken(second, headers, body), headers
    send("DELETE", f"{webhook}/secret/previous")
    send("POST", f"{webhook}/test")
    headers, body = next_event()
    assert not is_taken(first, headers, body) and is_taken(second, headers, body), headers
    send("DELETE", f"{webhook}/secret")
    send("POST", f"{webhook}/test")
    headers, _ = next_event()
    assert not any(name.startswith("webhook-") for name in headers), headers


def main(binary):
    with tempfile.TemporaryDirectory() as data:
        setup = [binary, "setup", "--user", "tester", "--password-stdin", "--json", "--data", data]
        made = subprocess.run(setup, input="a good pass phrase\n", capture_output=True, text=True, check=True)
        serve = [binary, "serve", "--data", data, "--listen", "127.0.0.1:0"]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            listening = next(line for line in server.stdout if line.startswith("listening on "))
            check(listening.removeprefix("listening on ").strip(), json.loads(made.stdout)["apiKey"])
        finally:
            server.terminate()
            server.wait(20)
    print("every signature was taken by the library, and no other")


main(sys.argv[1])
