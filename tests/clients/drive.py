"""Starts a server of its own and a receiver of its events, runs a client against them, and looks at what was heard.

    drive.py BINARY COMMAND [ARGUMENT …]     the client finds GARSON_URL, GARSON_KEY and HOOK_URL in its environment
    drive.py BINARY --document FILE          only writes the document that the server hands out"""

import collections
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

PATIENCE_SECONDS = 20
# What the journey brings about: a trial, two orders, one verified and sent out, one cancelled.
HEARD = {"test": 1, "siparis.olusturuldu": 2, "siparis.durum_degisti": 2, "siparis.iptal_edildi": 1}

heard = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        heard.append((self.headers["Authorization"], json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def complete(key):
    """Every event that the journey brings about, with the right key; and again what it had sent again."""
    ids = collections.defaultdict(collections.Counter)
    for authorization, event in list(heard):
        assert authorization == f"Bearer {key}", authorization
        ids[event["olay"]][event["veri"]["id"]] += 1
    is_resent = any(count > 1 for counts in ids.values() for count in counts.values())
    return is_resent and all(len(ids[event]) >= count for event, count in HEARD.items())


def run(command, url, key):
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    hook = f"http://127.0.0.1:{receiver.server_port}/hook"
    subprocess.run(command, check=True, env={**os.environ, "GARSON_URL": url, "GARSON_KEY": key, "HOOK_URL": hook})
    end = time.monotonic() + PATIENCE_SECONDS
    while not complete(key):
        assert time.monotonic() < end, f"not all was heard: {[event['olay'] for _, event in heard]}"
        time.sleep(0.05)


def main(binary, *command):
    with tempfile.TemporaryDirectory() as data:
        setup = [binary, "setup", "--user", "tester", "--password-stdin", "--json", "--data", data]
        made = subprocess.run(setup, input="a good pass phrase\n", capture_output=True, text=True, check=True)
        serve = [binary, "serve", "--data", data, "--listen", "127.0.0.1:0"]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            listening = next(line for line in server.stdout if line.startswith("listening on "))
            url = listening.removeprefix("listening on ").strip()
            if command[0] == "--document":
                urllib.request.urlretrieve(f"{url}/openapi.json", command[1])
            else:
                run(command, url, json.loads(made.stdout)["apiKey"])
        finally:
            server.terminate()
            server.wait(PATIENCE_SECONDS)


main(*sys.argv[1:])
