"""Receives the webhooks of garson. Python 3.9 or newer, nothing else; README.md beside it says how to run it."""
import base64, hmac, json, os, re, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

KEY = os.environ.get("WEBHOOK_KEY") or sys.exit("WEBHOOK_KEY is not set.")
SECRET = os.environ.get("WEBHOOK_SECRET")
INBOX, DONE = (Path(os.environ.get("WEBHOOK_FOLDER", "events"), name) for name in ("inbox", "done"))
MOST_BYTES = 64 * 1024  # far more than an event has
WORK = {  # Your own work goes here.
    "siparis.olusturuldu": lambda veri: f"read order {veri['orderId']} and print it in the kitchen",
    "siparis.durum_degisti": lambda veri: f"show order {veri['orderId']} with status {veri['newStatus']}",
    "siparis.iptal_edildi": lambda veri: f"stop order {veri['orderId']}, cancelled by {veri['by']}",
    "entegrasyon.durum_degisti": lambda veri: f"show {veri['provider']} as {'on' if veri['isActive'] else 'off'}",
    "test": lambda veri: "nothing, garson reaches this receiver",
}
worker = ThreadPoolExecutor(max_workers=1)  # one, so that no event is worked on twice at once


def is_from_garson(headers, body):
    # Compared in constant time, so that how long it takes tells nobody how much of a guess was right.
    key = headers.get("Authorization", "").removeprefix("Bearer ")
    if not hmac.compare_digest(key.encode(), KEY.encode()):
        return False
    if not SECRET:
        return True
    sent_at = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(time.time() - int(sent_at)) > 300:
        return False
    secret = base64.b64decode(SECRET.removeprefix("whsec_") + "==")
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    ours = b"v1," + base64.b64encode(hmac.digest(secret, signed, "sha256"))
    # While garson changes its secret it sends two signatures: one that fits is enough.
    return any(hmac.compare_digest(theirs.encode(), ours) for theirs in headers.get("webhook-signature", "").split())


def store(event_id, body):
    # Under another name until it is on the disk as a whole: a crash leaves no half event in the inbox.
    with tempfile.NamedTemporaryFile(dir=INBOX, suffix=".tmp", delete=False) as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, INBOX / f"{event_id}.json")


def work():
    for file in sorted(INBOX.glob("*.json")):  # ids sort by time
        try:
            event = json.loads(file.read_bytes())
            if (DONE / file.name).exists():
                did = "nothing, this event came before"
            elif event["olay"] in WORK:
                did = WORK[event["olay"]](event["veri"])
            else:
                did = "nothing, this event is not known here"
            print(event["olay"], file.stem, did, flush=True)
            os.replace(file, DONE / file.name)
        except Exception as error:  # It stays in the inbox and is tried again when another event arrives.
            print(file.name, repr(error), file=sys.stderr, flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds, for those who send too slowly

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,5}", length) or int(length) > MOST_BYTES:
            return self.answer(413, "The body is too large for an event, or does not say how large it is.")
        body = self.rfile.read(int(length))
        if not is_from_garson(self.headers, body):
            return self.answer(401, "The key, the time or the signature is not right.")
        try:
            event = json.loads(body)
            # The id will name a file.
            is_event = isinstance(event["olay"], str) and re.fullmatch("[0-9a-f-]{36}", event["veri"]["id"])
        except Exception:
            is_event = False
        if not is_event:
            return self.answer(400, "The body is not an event in JSON.")
        store(event["veri"]["id"], body)  # Where this fails there is no answer, and garson sends the event again.
        worker.submit(work)
        self.answer(200, "stored")

    def do_GET(self):
        self.answer(405, "Events come by POST.")

    do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET

    def answer(self, status, text):  # The log of garson shows the text beside the delivery.
        self.send_response(status)
        self.send_header("Allow", "POST")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


INBOX.mkdir(parents=True, exist_ok=True)
DONE.mkdir(exist_ok=True)
worker.submit(work)  # It begins with what an earlier run left.
address = os.environ.get("WEBHOOK_HOST", "127.0.0.1"), int(os.environ.get("WEBHOOK_PORT", "9000"))
print("listening on http://%s:%d" % address, flush=True)
ThreadingHTTPServer(address, Receiver).serve_forever()
