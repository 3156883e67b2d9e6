"""Feeds what a schema cannot say to the requests that Schemathesis makes: ids and tokens that exist, cursors of the
right list, time zones, addresses that may be dialled. A part that is wrong on purpose is never touched."""

import atexit
import collections
import http.server
import json
import os
import threading
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zlib

import schemathesis
from schemathesis.core.parameters import ParameterLocation

BASE = os.environ["GARSON_URL"]
KEY = os.environ["GARSON_KEY"]
PLUGIN_SECRET = os.environ["GARSON_PLUGIN_SECRET"]

REASONS = ["out_of_stock", "too_busy", "closed", "out_of_area", "customer_unreachable", "other"]
ZONES = ["Europe/Istanbul", "UTC", "America/Argentina/Buenos_Aires", "Asia/Kathmandu"]
# Nobody listens there, so that a call ends at once. Everything that may be dialled is on this machine; the server is
# started so that it refuses any other address.
ADDRESSES = ["http://127.0.0.1:1/", "https://localhost:1/garson?a=b", "HTTP://[::1]:1/x#y", "http://127.0.0.2:1"]
ADDRESS_FIELDS = {"paymentMatchingUrl", "baseUrl", "callbackUrl", "url"}
# What platforms ask for, so that they can be connected. None of them is there: orders come in by pushes alone.
CREDENTIALS = {
    "getir": {"appSecretKey": "a", "restaurantSecretKey": "b"},
    "trendyol-go": {
        "supplierId": "1", "storeId": "2", "apiKey": "a", "apiSecret": "b", "executorEmail": "a@example.com",
    },
    "yemeksepeti": {
        "username": "a", "password": "b", "chainCode": "c", "posVendorId": "kadikoy1", "pluginSecret": PLUGIN_SECRET,
    },
    "migros-yemek": {"apiKey": "a", "secretKey": "b" * 32, "storeId": "1", "storeGroupId": "2"},
    "open": {},
}
EVENTS = ["created", "shipped", "delivered", "cancelled", "unsupplied", "courierNearby"]
# An account has at most a hundred of one and two hundred of the other.
MOST_WEBHOOKS = 50
MOST_KEYS = 50
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Taker(http.server.BaseHTTPRequestHandler):
    """Takes every event."""

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


taker = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taker)
threading.Thread(target=taker.serve_forever, daemon=True).start()
TAKER = f"http://127.0.0.1:{taker.server_port}/"


def send(method, path, body=None, key=KEY):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, {"Content-Type": "application/json"}, method=method)
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer).get("data")


def token_of(integration):
    return integration["intakeUrl"].rsplit("/", 1)[1]


class World:
    """What exists on the server."""

    def __init__(self):
        self.cursors = collections.defaultdict(lambda: collections.deque(maxlen=50))
        self.number = 0
        self.made_webhooks = collections.deque()
        self.made_keys = collections.deque()
        self.deliveries = []
        # Orders of Yemeksepeti's, by our ids.
        self.dispatched = collections.deque(maxlen=20)
        self.add_webhook()
        # The one that all requests are sent with: whoever takes its power sees nothing but refusals from then on.
        self.own_key = next(key["id"] for key in send("GET", "/web-api/v1/keys") if key["isPrimary"])
        self.add_key()
        self.open_shop()

    def open_shop(self):
        self.business = send("POST", "/web-api/v1/businesses", {"name": "Lezzet"})["id"]
        form = {"name": "Kadıköy", "businessId": self.business}
        self.restaurant = send("POST", "/web-api/v1/restaurants", form)["id"]
        self.tokens = {provider: self.connect(provider) for provider in CREDENTIALS}
        menu = {"categories": [{"name": "Kebap", "products": [{"name": "Adana", "price": 180}]}]}
        send("PUT", f"/intake/v1/open/{self.tokens['open']}/menu", menu, key=None)
        self.orders = collections.deque(maxlen=50)
        for _ in range(10):
            self.take_order()

    def connect(self, provider):
        form = {"isActive": True, "credentials": CREDENTIALS[provider], "baseUrl": ADDRESSES[0]}
        made = send("PUT", f"/web-api/v1/restaurants/{self.restaurant}/integrations/{provider}", form)
        return token_of(made)

    def take_order(self):
        self.number += 1
        order = {
            "providerOrderId": f"WEB/{self.number} ş",
            "items": [{"name": "Adana", "quantity": 2, "total": 499.9}],
            "amount": {"total": 499.9},
            "payment": {"type": "cash"},
        }
        taken = send("POST", f"/intake/v1/open/{self.tokens['open']}/orders", order, key=None)
        self.orders.append((taken["id"], order["providerOrderId"]))
        # It is on record before the order is answered.
        self.deliveries = [row["id"] for row in send("GET", "/web-api/v1/webhooks/deliveries?limit=20")]

    def add_webhook(self):
        self.webhook = send("POST", "/web-api/v1/webhooks", {"url": TAKER})["id"]

    def add_key(self):
        self.key = send("POST", "/web-api/v1/keys", {"name": "Kasa"})["id"]

    def made_key(self, key):
        """The same for keys. The primary one stays, and so does one that a webhook carries."""
        self.made_keys.append(key)
        if len(self.made_keys) > MOST_KEYS:
            try:
                send("DELETE", f"/web-api/v1/keys/{self.made_keys.popleft()}")
            except urllib.error.HTTPError:
                pass

    def made_webhook(self, webhook):
        """Some request has made one; the oldest goes when there are too many."""
        self.made_webhooks.append(webhook)
        if len(self.made_webhooks) > MOST_WEBHOOKS:
            try:
                send("DELETE", f"/web-api/v1/webhooks/{self.made_webhooks.popleft()}")
            except urllib.error.HTTPError:
                pass

    def tend(self):
        """Some request has deleted the shop or the webhook, switched it off or closed its orders."""
        try:
            send("PUT", f"/web-api/v1/webhooks/{self.webhook}", {"url": TAKER})
        except urllib.error.HTTPError:
            self.add_webhook()
        try:
            send("GET", f"/web-api/v1/keys/{self.key}")
        except urllib.error.HTTPError:
            self.add_key()
        try:
            self.tokens = {provider: self.connect(provider) for provider in CREDENTIALS}
            self.take_order()
        except urllib.error.HTTPError:
            self.open_shop()

    def has(self, ids):
        ours = {self.business, self.restaurant, self.webhook, self.key, *self.tokens.values(), *self.deliveries}
        return not ours.isdisjoint(ids)


world = World()
answers = collections.Counter()


@atexit.register
def report():
    """Says which operations never went well: then nothing of them was tested but their refusals."""
    with open(os.environ["GARSON_ANSWERS"], "w") as file:
        for (operation, status), count in sorted(answers.items()):
            print(operation, status, count, file=file)


@schemathesis.hook
def before_call(context, case, kwargs):
    is_wrong = case.meta.is_negative_at
    # The same request is changed in the same way when it is sent again.
    dice = zlib.crc32(repr((case.method, case.path, case.path_parameters, case.query, case.body)).encode())
    # In a chain of requests the ids are the point.
    is_chained = case.meta.phase.name == "stateful"
    if case.path_parameters and not is_wrong(ParameterLocation.PATH):
        case.path_parameters = real_path(case, dice, is_chained)
    if case.query and not is_wrong(ParameterLocation.QUERY):
        case.query = real_query(case, dice, is_chained)
    if not is_wrong(ParameterLocation.BODY) and isinstance(case.body, (dict, list)):
        case.body = real_body(case.operation.definition.raw["operationId"], writable(case.body), dice)
    name = "Idempotency-Key"
    if case.headers and name in case.headers and not is_wrong(ParameterLocation.HEADER):
        # A key may name one request only, and short random keys come twice.
        case.headers[name] = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{dice} {uuid.uuid4()}"))


def real_path(case, dice, is_chained):
    path = dict(case.path_parameters)
    if "token" in path and dice % 8:
        path["token"] = world.tokens[case.path.split("/")[3]]
    if "event" in path and dice % 4:
        path["event"] = EVENTS[dice % len(EVENTS)]
    if "remoteId" in path and dice % 8:
        path["remoteId"] = CREDENTIALS["yemeksepeti"]["posVendorId"]
    if "remoteOrderId" in path and world.dispatched and dice % 4:
        path["remoteOrderId"] = world.dispatched[dice % len(world.dispatched)]
    if path.get("keyId") == world.own_key:
        path["keyId"] = world.key
    if is_chained or dice % 4 == 0:
        return path
    # What Schemathesis makes for a path is encoded already, and so must this be.
    order = [urllib.parse.quote(id, safe="") for id in world.orders[dice % len(world.orders)]]
    real = {
        "orderId": order[dice % 2],
        "providerOrderId": order[1],
        "businessId": world.business,
        "restaurantId": world.restaurant,
        "webhookId": world.webhook,
        "keyId": world.key,
        "deliveryId": world.deliveries[dice % len(world.deliveries)],
        "provider": "open",
    }
    return {name: real.get(name, value) for name, value in path.items()}


def real_query(case, dice, is_chained):
    query = dict(case.query)
    if "cursor" in query:
        known = world.cursors[case.path, "updatedSince" in query]
        query.pop("cursor")
        if known:
            query["cursor"] = known[dice % len(known)]
    if "restaurantId" in query and dice % 4 and not is_chained:
        query["restaurantId"] = world.restaurant
    if "webhookId" in query and dice % 4:
        query["webhookId"] = world.webhook
    if "orderId" in query and dice % 4:
        query["orderId"] = world.orders[dice % len(world.orders)][dice % 2]
    return query


def writable(value):
    """What the document says in words: amounts have two decimals, and texts no control characters beyond ASCII either.
    A schema that said so would be read wrongly by clients: 0.07 is no multiple of 0.01, and PHP matches byte by byte."""
    if isinstance(value, dict):
        return {name: writable(field) for name, field in value.items()}
    if isinstance(value, list):
        return [writable(entry) for entry in value]
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, str) and any("\x80" <= one <= "\x9f" for one in value):
        return "".join(one for one in value if not "\x80" <= one <= "\x9f").strip() or "ş"
    return value


def real_body(operation, body, dice):
    if not isinstance(body, dict) and operation != "setPackages":
        return body
    if operation == "setPackages":
        return [in_order(package) for package in body]
    if operation == "pushOpenOrder":
        return of_one_sum(body)
    if operation == "cancelOrder" and dice % 2:
        body = {**body, "reason": REASONS[dice % len(REASONS)]}
    if operation == "markReported" and dice % 4:
        body = {"providerOrderId": world.orders[dice % len(world.orders)][1], "restaurantId": world.restaurant}
    if operation == "linkRestaurant" and dice % 4:
        body = {**body, "restaurantId": world.restaurant}
    if operation in ("createWebhook", "updateWebhook") and body.get("restaurantIds") and dice % 4:
        body = {**body, "restaurantIds": [world.restaurant]}
    if operation in ("createWebhook", "updateWebhook", "createWebhookSecret"):
        if body.get("secret"):
            body = {**body, "secret": SECRET}
        if body.get("keyId") and dice % 4:
            body = {**body, "keyId": world.key}
    if operation in ("createKey", "updateKey"):
        if body.get("restaurantId") and dice % 4:
            body = {**body, "restaurantId": world.restaurant}
        if body.get("endsAt"):
            body = {**body, "endsAt": "2099-12-31T00:00:00+03:00"}
    if operation == "retryWebhook" and dice % 4:
        body = {**body, "webhookOrderId": world.deliveries[dice % len(world.deliveries)]}
    return usable(body, dice)


def in_order(package):
    """A plan ends after it starts."""
    if package.get("startsAt") and package.get("endsAt"):
        package = {**package, "startsAt": "2026-01-01T00:00:00Z", "endsAt": "2026-11-14T21:02:11+03:00"}
    return package


def of_one_sum(order):
    """Where no subtotal is given, the items must add up to one that could be."""
    is_given = order["amount"].get("subtotal") is not None
    if is_given or sum(item["total"] for item in order["items"]) <= 1_000_000_000:
        return order
    return {**order, "amount": {**order["amount"], "subtotal": 0}}


def usable(fields, dice):
    """Time zones and addresses that exist, wherever the body has room for them."""
    fields = dict(fields)
    for name, value in fields.items():
        if name == "url" and isinstance(value, str) and dice % 3:
            fields[name] = TAKER
        elif name in ADDRESS_FIELDS and isinstance(value, str):
            fields[name] = ADDRESSES[dice % len(ADDRESSES)]
        elif name == "config" and isinstance(value, dict) and isinstance(value.get("timezone"), str):
            fields[name] = {**value, "timezone": ZONES[dice % len(ZONES)]}
        elif name == "settings" and isinstance(value, dict):
            fields[name] = usable(value, dice)
    return fields


@schemathesis.hook
def after_call(context, case, response):
    answers[case.operation.definition.raw["operationId"], response.status_code] += 1
    ids = (case.path_parameters or {}).values()
    if response.status_code == 200 and case.method == "POST" and case.path == "/web-api/v1/webhooks":
        world.made_webhook(response.json()["data"]["id"])
    if response.status_code == 200 and case.method == "POST" and case.path == "/web-api/v1/keys":
        world.made_key(response.json()["data"]["id"])
    if response.status_code == 200 and b'"remoteOrderId"' in response.content:
        world.dispatched.append(response.json()["remoteResponse"]["remoteOrderId"])
    is_off = b'"integration_off"' in response.content
    if response.status_code == 409 or is_off or response.status_code == 404 and world.has(ids):
        world.tend()
    elif response.status_code == 200 and case.method == "GET" and b'"paging"' in response.content:
        paging = response.json()["paging"]
        known = world.cursors[case.path, "updatedSince" in (case.query or {})]
        known.extend(filter(None, (paging["next"], paging["prev"])))
    elif response.status_code == 200 and "rotate-token" in case.path and world.has(ids):
        made = response.json()["data"]
        world.tokens[made["provider"]] = token_of(made)
