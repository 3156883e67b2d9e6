"""Receives the webhooks of garson. Python 3.9 or newer, nothing else; README.md beside it says how to run it."""
import base64, hmac, json, os, re, sys, tempfile, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ.get("WEBHOOK_KEY") or sys.exit("WEBHOOK_KEY is not set.")
SECRET = os.environ.get("WEBHOOK_SECRET") and base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_") + "==")
FOLDER = os.environ.get("WEBHOOK_FOLDER", "events")


def is_from_garson(headers, body):  # Compared in constant time, so that a guess learns nothing from how long it takes.
    if not hmac.compare_digest(headers.get("Authorization", "").removeprefix("Bearer ").encode(), KEY.encode()):
        return False
    if not SECRET:
        return SECRET is None or SECRET == ""  # one that is no secret lets nothing in
    sent_at = headers.get("webhook-timestamp", "")
    ours = hmac.digest(SECRET, f"{headers.get('webhook-id')}.{sent_at}.".encode() + body, "sha256")
    # While the secret is exchanged there are two signatures: one that fits is enough.
    is_signed = any(hmac.compare_digest(b"v1," + base64.b64encode(ours), one.encode())
                    for one in headers.get("webhook-signature", "").split())
    is_now = re.fullmatch("[0-9]{1,12}", sent_at) and abs(time.time() - int(sent_at)) <= 300
    return bool(is_signed and is_now)


def is_new(event_id, body):  # It is whole before it has its name, and a name is given once: what is there came before.
    with tempfile.NamedTemporaryFile(dir=FOLDER, suffix=".tmp") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, f"{FOLDER}/{event_id}.json")
        except FileExistsError:
            return False
    return True


def is_newest(veri):  # A cancellation may overtake what is retried, so of each order the highest sequence counts.
    order, sequence = veri.get("orderId", ""), veri.get("sequence", 0)  # events of earlier versions have none
    if not re.fullmatch("[0-9a-f-]{36}", str(order)) or not isinstance(sequence, int):
        return True
    os.makedirs(f"{FOLDER}/{order}", exist_ok=True)
    open(f"{FOLDER}/{order}/{sequence}", "w").close()
    return all(int(other) <= sequence for other in os.listdir(f"{FOLDER}/{order}") if other.isdecimal())


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds, for those who send too slowly

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,5}", length) or int(length) > 65536:  # far more than an event has
            return self.answer(413, "The body is too large for an event, or does not say how large it is.")
        body = self.rfile.read(int(length))
        if not is_from_garson(self.headers, body):
            return self.answer(401, "The key, the time or the signature is not right.")
        try:
            event = json.loads(body)
            event_id = re.fullmatch("[0-9a-f-]{36}", event["veri"]["id"]).group()  # it will name a file
            name = re.fullmatch("[a-z._]+", event["olay"]).group()
        except Exception:
            return self.answer(400, "The body is not an event in JSON.")
        # Where this fails there is no answer, and garson sends the event again.
        todo = event["veri"].get("orderId", "") if is_newest(event["veri"]) else "was overtaken"
        # The sequence is kept before the id is: were this to end in between, the event comes again and counts as new.
        todo = todo if is_new(event_id, body) else "came before"
        self.answer(200, "stored")
        # Here your work begins: read the order, print it, show it. The file is there until it is done.
        print(f"{name} {event_id} {todo}\n", end="", flush=True)

    def answer(self, status, text):  # garson's log shows the text beside the delivery
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())


os.makedirs(FOLDER, exist_ok=True)
address = os.environ.get("WEBHOOK_HOST", "127.0.0.1"), int(os.environ.get("WEBHOOK_PORT", "9000"))
ThreadingHTTPServer(address, Receiver).serve_forever()
