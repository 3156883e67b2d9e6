"""The requests that are counted, the store that they meet, and who sends and hears them. Used by run."""

import collections.abc
import dataclasses
import http.server
import json
import queue
import re
import select
import socket
import subprocess
import threading
import urllib.parse

# Longer than anything takes here, also beside other work.
PATIENCE_SECONDS = 300
PASSWORD = "a good pass phrase"
# Enough for a page, and for trees of more than one floor.
ORDERS = 120
# On the board; the other orders are delivered.
CARDS = 5
STEPS_TO_THE_DOOR = ("on the way", "delivered")
DISHES = ["Adana Dürüm", "Mercimek Çorbası", "Izgara Köfte Porsiyon", "Karışık Pide", "Fırın Sütlaç"]
# What a browser sends with every page.
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "tr-TR,tr;q=0.9",
           "Accept-Encoding": "gzip, deflate, br, zstd"}


class Client:
    """One connection that is kept, as long as the server keeps it."""

    def __init__(self, address, **headers):
        self.address, self.headers = address, {"Host": address, **headers}
        self.connect()

    def connect(self):
        host, port = self.address.rsplit(":", 1)
        self.wire = socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS)
        self.wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def is_closed(self):
        """A server closes what was silent for half a minute, which passes between two requests on a very busy machine."""
        readable, _, _ = select.select([self.wire], [], [], 0)
        return bool(readable) and not self.wire.recv(1, socket.MSG_PEEK)

    def send(self, method, path, body=None, kind="application/json"):
        """The answer's head and body; anything but a success or a way onward is a failure."""
        body = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        headers = {**self.headers, **({"Content-Type": kind, "Content-Length": len(body)} if body else {})}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        if self.is_closed():
            self.connect()
        self.wire.sendall("\r\n".join(lines).encode() + body)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.more()
        head, _, text = answer.partition(b"\r\n\r\n")
        head = head.decode()
        length = int(re.search(r"(?i)\r\ncontent-length: *(\d+)", head)[1])
        while len(text) < length:
            text += self.more()
        assert head.split()[1] in ("200", "201", "303"), f"{method} {path}: {head}\n{text.decode(errors='replace')}"
        return head, text

    def more(self):
        part = self.wire.recv(1 << 16)
        assert part, "the connection was closed"
        return part

    def data(self, *request):
        return json.loads(self.send(*request)[1])["data"]


class Target:
    """A receiver of webhooks."""

    def __init__(self):
        heard = queue.SimpleQueue()

        class Answer(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                # In one piece, so that it is also read in one.
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                heard.put(body)

            def log_message(self, *_):
                pass

        self.heard = heard
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{server.server_port}/orders"
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def wait(self, order_id):
        """Until it has answered an event of this order; what is sent again is heard again."""
        while order_id.encode() not in self.heard.get(timeout=PATIENCE_SECONDS):
            pass


def order(number):
    """An order of about 3 kB, as platforms send them; of each number the same in every run."""
    option = {"quantity": 1, "price": 0}
    items = [{
        "id": f"{number:012x}{place:012x}", "productId": f"{place:024x}", "name": dish, "quantity": 1 + place % 2,
        "unitPrice": 120, "total": 120 * (1 + place % 2), "note": "",
        "options": [{"id": f"{place:022x}01", "group": "Pişirme derecesi", "name": "Az pişmiş", "kind": "add", **option},
                    {"id": f"{place:022x}02", "group": "İçindekiler", "name": "Soğansız", "kind": "remove", **option}],
    } for place, dish in enumerate(DISHES)]
    return {
        "providerOrderId": f"{number * 0x9e3779b97f4a7c15 % 2**64:016x}", "code": str(1000 + number),
        "placedAt": "2026-11-14T18:02:11.123Z",
        "customer": {"name": "Ayşe Yılmaz", "phone": f"+9053{number:08}", "phoneCode": "123456", "address": {
            "line": "Bağdat Caddesi No: 12 Daire 14, Kadıköy / İstanbul", "district": "Kadıköy", "city": "İstanbul",
            "doorNumber": "12", "floor": "3", "flat": "14", "lat": 40.98, "lon": 29.03,
            "directions": "Eczanenin yanındaki mavi kapı, zile basmayın lütfen"}},
        "items": items,
        "amount": {"total": 840, "subtotal": 840, "discount": 0, "deliveryFee": 0, "fees": 0, "tip": 0, "currency": "TRY"},
        "payment": {"type": "online_card", "name": "Online Kredi/Banka Kartı", "isPaid": True},
        "note": "Çatal bıçak göndermeyin, acı sos bol olsun.", "deliveryType": "restaurant_courier", "isScheduled": False,
    }


@dataclasses.dataclass
class Row:
    name: str
    # How often it is counted; the median is not moved by a timer, or a page of the store that was split, in one or two.
    windows: int
    # Requests that are counted at once: more of what is small, so that to ask for the count is small beside it.
    times: int
    # Makes a connection, and what sends one request over it and waits for what comes of it.
    sender: collections.abc.Callable


class House:
    """A store with its orders, made by the same program at full speed."""

    ROWS = ("health", "one-order", "page-of-50", "board", "order-in", "order-told")

    def __init__(self, program, scratch):
        self.data, self.target, self.pushed = scratch / "data", Target(), 0
        setup = [program, "setup", "--user", "tester", "--password-stdin", "--json", "--data", self.data]
        made = subprocess.run(setup, input=f"{PASSWORD}\n", capture_output=True, text=True, check=True)
        self.key = json.loads(made.stdout)["apiKey"]
        serve = [program, "serve", "--data", self.data, "--listen", "127.0.0.1:0", "--rate-limit", "0"]
        with open(scratch / "house.log", "w") as log:
            child = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            listening = next(line for line in child.stdout if line.startswith("listening on "))
            self.fill(listening.removeprefix("listening on http://").strip())
        finally:
            child.terminate()
            child.wait(PATIENCE_SECONDS)

    def fill(self, address):
        api = Client(address, Authorization=f"Bearer {self.key}")
        self.quiet, self.told = (self.shop(api, name) for name in ("Köfteci", "Börekçi"))
        form = {"url": self.target.url, "restaurantIds": [self.told[0]], "events": ["siparis.olusturuldu"]}
        api.data("POST", "/web-api/v1/webhooks", form)
        shop = Client(address)
        self.order = self.push(shop, self.quiet)
        for number in range(1, ORDERS):
            pushed = self.push(shop, self.quiet)
            if number >= CARDS:
                api.send("POST", f"/web-api/v1/orders/verify/{pushed}")
                for _ in STEPS_TO_THE_DOOR:
                    api.send("POST", f"/web-api/v1/orders/change-status/{pushed}")
        form = urllib.parse.urlencode({"guard": "", "name": "tester", "password": PASSWORD}).encode()
        head, _ = shop.send("POST", "/login", form, "application/x-www-form-urlencoded")
        self.session = re.search(r"(?i)\r\nset-cookie: *([^;\r]+)", head)[1]

    def shop(self, api, name):
        restaurant = api.data("POST", "/web-api/v1/restaurants", {"name": name})["id"]
        made = api.data("PUT", f"/web-api/v1/restaurants/{restaurant}/integrations/open", {})
        return restaurant, made["intakeUrl"][made["intakeUrl"].index("/intake"):]

    def push(self, client, shop):
        self.pushed += 1
        return client.data("POST", f"{shop[1]}/orders", order(self.pushed - 1))["id"]

    def rows(self, address):
        def reader(path, **headers):
            client = Client(address, **headers)
            return lambda: client.send("GET", path)

        def orderer(shop, wait=lambda _: None):
            client = Client(address)
            return lambda: wait(self.push(client, shop))

        key = {"Authorization": f"Bearer {self.key}"}
        rows = [
            Row("health", 5, 40, lambda: reader("/health")),
            Row("one-order", 5, 10, lambda: reader(f"/web-api/v1/orders/{self.order}", **key)),
            Row("page-of-50", 5, 10, lambda: reader("/web-api/v1/orders?limit=50", **key)),
            Row("board", 5, 1, lambda: reader("/", Cookie=self.session, **BROWSER)),
            Row("order-in", 11, 1, lambda: orderer(self.quiet)),
            Row("order-told", 11, 1, lambda: orderer(self.told, self.target.wait)),
        ]
        assert tuple(row.name for row in rows) == House.ROWS
        return rows
