"""Receives the heartbeats of many garsons and shows them on one page. Python 3.9 or newer, nothing else; README.md beside it says how
to run it."""
import base64, contextlib, datetime, hashlib, hmac, html, json, os, re, signal, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SHOPS = os.environ.get("HEARTBEAT_SHOPS", "shops.txt")  # a line for each: its secret, a blank, its name
KEPT = os.environ.get("HEARTBEAT_KEPT", "heartbeats.json")
MOST_SHOPS, MOST_BYTES, MOST_AT_ONCE = 1000, 16384, 64
OFF_BY = 300  # seconds that a shop's clock and ours may differ
SILENT = 180  # seconds without a beat: two were missed
LAGS = 60

WORDS = {
    "en": {
        "title": "Shops", "shop": "Shop", "state": "State", "last": "Last beat", "version": "Version", "backup": "Last proven backup",
        "free": "Free disk", "fine": "All is well", "silent": "Silent", "never": "No beat yet", "trouble": "In trouble", "none": "none",
        "ago": "{} ago", "units": ["s", "min", "h", "d"], "empty": "No shop is listed yet.", "disk": "disk almost full",
        "count": "{} shops, {} need attention. This page looks again every 30 seconds.", "clock": "clock is behind by {}",
        "webhooks": "webhooks in trouble: {}", "platform": "{}: {}, began {}", "more": "more platforms in trouble: {}",
    },
    "tr": {
        "title": "Dükkânlar", "shop": "Dükkân", "state": "Durum", "last": "Son sinyal", "version": "Sürüm", "backup": "Son sınanan yedek",
        "free": "Boş disk", "fine": "Her şey yolunda", "silent": "Sessiz", "never": "Henüz sinyal yok", "trouble": "Sorun var", "none": "yok",
        "ago": "{} önce", "units": ["sn", "dk", "sa", "gün"], "empty": "Listede henüz dükkân yok.", "disk": "disk neredeyse dolu",
        "count": "{} dükkân, ilgilenilmesi gereken: {}. Sayfa 30 saniyede bir yenilenir.", "clock": "saat geride, fark: {}",
        "webhooks": "sorunlu webhook: {}", "platform": "{}: {}, başlangıç {}", "more": "sorunlu başka platform: {}",
    },
}
SAID = {  # what garson says in a word, in English and in Turkish
    "store": ("the database cannot be written to", "veritabanına yazılamıyor"),
    "disk_full": ("disk full: new orders are refused", "disk dolu: yeni siparişler geri çevriliyor"),
    "sync_stopped": ("orders are no longer fetched", "platformlardan artık sipariş alınmıyor"),
    "delivery_stopped": ("webhooks are no longer sent", "webhook’lar artık gönderilmiyor"),
    "backup_disk_missing": ("the backup disk is not there", "yedek diski yerinde değil"),
    "backup_disk_full": ("the backup disk is full", "yedek diski dolu"),
    "backup_no_room_for_proof": ("no room to prove the backup", "yedeği sınamak için yer yok"),
    "backup_disk_failing": ("the backup disk fails", "yedek diski hata veriyor"),
    "backup_not_proven": ("the backup could not be restored for a trial", "yedek sınamada geri yüklenemedi"),
    "backup_store_failing": ("the database could not be read for the backup", "yedek için veritabanı okunamadı"),
    "backup_overdue": ("no backup for days", "günlerdir yedek yok"),
    "failing": ("does not answer as it should", "gerektiği gibi yanıt vermiyor"),
    "shop_closed": ("closed from the shop", "dükkândan kapatıldı"),
    "switched_off": ("switched off", "sipariş alımı kapalı"),
}
STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1a1a1a; --line: #8886; --bad: #b00020; --good: #1b6e3c; }
@media (prefers-color-scheme: dark) { :root { --ground: #141414; --ink: #eee; --bad: #ff8a9a; --good: #7bd8a0; } }
body { background: var(--ground); color: var(--ink); font: 1rem/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tr.bad { border-left: .4rem solid var(--bad); } tr.good { border-left: .4rem solid var(--good); }
.bad strong { color: var(--bad); } .good strong { color: var(--good); } ul { margin: 0; padding-left: 1.1rem; }
@media (max-width: 45rem) {
  thead { position: absolute; clip-path: inset(50%); } table, tbody, tr, td { display: block; } tr { margin-bottom: 1rem; padding-left: .3rem; }
  td { border: 0; padding: .15rem .6rem; } td[data-label]::before { content: attr(data-label) ": "; font-weight: 600; }
}
"""
POLICY = ("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-"
          + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode() + "'")


class Shops:
    """Who may send, and the last that each sent: by a hash of its secret, so that a name may change."""

    def __init__(self):
        self.lock, self.listed, self.read_at, self.saved_at, self.beats = threading.Lock(), {}, None, -5, {}
        try:
            with open(KEPT) as file:
                kept = json.load(file)
            self.beats = {shop: beat for shop, beat in kept.items() if set(beat) == FIELDS}
        except FileNotFoundError:
            pass
        except Exception as error:  # It is the last minute's news: the shops send it again.
            print(f"{KEPT} cannot be read and begins anew: {error}", file=sys.stderr)
        self.read()

    def read(self):
        """Reads the list again where it was changed; one that is wrong leaves the one before in force."""
        changed_at = os.stat(SHOPS).st_mtime_ns
        if changed_at == self.read_at:
            return
        listed = {}
        with open(SHOPS, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                secret, _, name = line.strip().partition(" ")
                if not secret or secret.startswith("#"):
                    continue
                found = re.fullmatch(r"whsec_([A-Za-z0-9+/]{32,86}=?=?)", secret)
                if not found or not name.strip():
                    raise ValueError(f"line {number} of {SHOPS} is not a secret (whsec_…) and a name")
                key = base64.b64decode(found[1].rstrip("=") + "==")
                listed[hashlib.sha256(key).hexdigest()[:32]] = (key, name.strip()[:200])
        if len(listed) > MOST_SHOPS:
            raise ValueError(f"{SHOPS} has more than {MOST_SHOPS} shops")
        self.listed, self.read_at = listed, changed_at

    def refresh(self):
        try:
            self.read()
        except (OSError, ValueError) as error:
            print(f"The list of before stays in force: {error}", file=sys.stderr)

    def take(self, headers, body):
        """The status and the words for a beat that came in."""
        sent_at, signatures = headers.get("webhook-timestamp", ""), headers.get("webhook-signature", "").split()[:4]
        signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
        with self.lock:
            self.refresh()
            listed = self.listed
        shop = next((shop for shop, (key, _) in listed.items() if is_signed(key, signed, signatures)), None)
        if shop is None:
            return 401, "The signature is of no shop that is listed here."
        if not re.fullmatch("[0-9]{1,12}", sent_at):
            return 400, "There is no time in webhook-timestamp."
        now = time.time()
        try:
            beat = read_beat(json.loads(body), now)
        except Exception:  # also one that is nested too deeply
            return 400, "The body is not a heartbeat in JSON."
        if (off_by := max(abs(now - int(sent_at)), abs(now - beat["at"]))) > OFF_BY:
            return 400, f"The clock of the shop and that of this machine differ by {off_by:.0f} seconds."
        with self.lock:
            if shop in self.beats and beat["at"] <= self.beats[shop]["at"]:
                return 409, "This beat or a later one came before."
            self.beats[shop] = beat
            if time.monotonic() - self.saved_at >= 5:
                self.save()
        return 200, "taken"

    def save(self):
        """It is whole before it has its name. Where it cannot be written, the page goes on from memory."""
        self.saved_at = time.monotonic()
        self.beats = {shop: beat for shop, beat in self.beats.items() if shop in self.listed}
        try:
            with open(f"{KEPT}.tmp", "w") as file:
                json.dump(self.beats, file)
            os.replace(f"{KEPT}.tmp", KEPT)
        except OSError as error:
            print(f"{KEPT} cannot be written: {error}", file=sys.stderr)

    def rows(self):
        with self.lock:
            self.refresh()
            return [(name, self.beats.get(shop)) for shop, (_, name) in self.listed.items()]


def is_signed(key, signed, signatures):  # Compared in constant time, so that a guess learns nothing from how long it takes.
    ours = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    return any(hmac.compare_digest(ours, one.encode("utf-8", "replace")) for one in signatures)


FIELDS = set("at received name version is_well reason warnings proven free is_short lag in_trouble platforms webhooks".split())


def read_beat(beat, now):
    """What is shown of it, each in its bounds: the machine of a shop may be in other hands than its owner's."""
    def text(value):
        return value[:80] if isinstance(value, str) else ""

    def number(value):
        return value if type(value) is int and 0 <= value < 1 << 60 else 0

    if beat["kind"] != "heartbeat":
        raise ValueError("it is something else")
    health, backup, disk, platforms = beat["health"], beat["backup"], beat["disk"], beat["platforms"]
    return {
        "at": moment(beat["at"]), "received": now, "name": text(beat.get("name")), "version": text(beat.get("version")),
        "is_well": health["status"] == "ok", "reason": text(health.get("reason")),
        "warnings": [text(word) for word in (health.get("warnings") or [])[:10]], "proven": text(backup.get("lastProvenAt")),
        "free": number(disk.get("freeBytes")), "is_short": disk.get("isShort") is True,
        "lag": number((beat.get("clock") or {}).get("lagSeconds")), "in_trouble": number(platforms.get("inTrouble")),
        "platforms": [[text(one.get(field)) for field in ("platform", "trouble", "since")] for one in (platforms.get("first") or [])[:20]],
        "webhooks": number((beat.get("webhooks") or {}).get("failing")),
    }


def moment(text):
    """Seconds since 1970 of a time as garson writes it."""
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc).timestamp()


def span(words, seconds):
    for limit, size, unit in ((60, 1, 0), (3600, 60, 1), (172800, 3600, 2)):
        if seconds < limit:
            return f"{int(seconds // size)} {words['units'][unit]}"
    return f"{int(seconds // 86400)} {words['units'][3]}"


def since(words, text, now):
    try:
        return words["ago"].format(span(words, max(0, now - moment(text))))
    except ValueError:
        return words["none"]


def troubles(lang, beat, now):
    words = WORDS[lang]

    def said(word):
        return SAID[word][lang == "tr"] if word in SAID else word or words["trouble"]

    found = [] if beat["is_well"] else [said(beat["reason"])]
    found += [said(word) for word in beat["warnings"] if word != "clock_behind"]
    if beat["is_short"] and beat["reason"] != "disk_full":
        found.append(words["disk"])
    if beat["lag"] > LAGS:
        found.append(words["clock"].format(span(words, beat["lag"])))
    for platform, trouble, began in beat["platforms"]:
        found.append(words["platform"].format(platform, said(trouble), since(words, began, now)))
    if beat["in_trouble"] > len(beat["platforms"]):
        found.append(words["more"].format(beat["in_trouble"] - len(beat["platforms"])))
    if beat["webhooks"]:
        found.append(words["webhooks"].format(beat["webhooks"]))
    return found


def row(lang, name, beat, now):
    """How bad it is, from 0, and the row of the table."""
    words = WORDS[lang]
    if beat is None:
        rank, state, found, cells = 0, words["never"], [], ["–"] * 4
    else:
        found, age = troubles(lang, beat, now), max(0, now - beat["received"])
        rank, state = (0, words["silent"]) if age > SILENT else (1, words["trouble"]) if found else (2, words["fine"])
        cells = [words["ago"].format(span(words, age)), beat["version"] or "–", since(words, beat["proven"], now),
                 f"{beat['free'] / 1e9:.1f} GB" if beat["free"] else "–"]
        name = f"{name} ({beat['name']})" if beat["name"] not in ("", name) else name
    listed = "".join(f"<li>{html.escape(text)}</li>" for text in found)
    labels = [words[word] for word in ("last", "version", "backup", "free")]
    cells = "".join(f'<td data-label="{html.escape(label)}">{html.escape(text)}</td>' for label, text in zip(labels, cells))
    return rank, (f'<tr class="{"good" if rank == 2 else "bad"}"><td>{html.escape(name)}</td>'
                  f'<td><strong>{html.escape(state)}</strong>{listed and f"<ul>{listed}</ul>"}</td>{cells}</tr>')


def page(lang, shops, now):
    """The worst first: silent, in trouble, well."""
    words = WORDS[lang]
    shown = sorted((row(lang, name, beat, now) for name, beat in sorted(shops, key=lambda shop: shop[0].casefold())), key=lambda one: one[0])
    heads = "".join(f'<th scope="col">{words[word]}</th>' for word in ("shop", "state", "last", "version", "backup", "free"))
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(text for _, text in shown)}</tbody></table>"
    count = words["count"].format(len(shown), sum(rank < 2 for rank, _ in shown))
    return (f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{words["title"]}</title><style>{STYLE}</style></head><body><main>'
            f'<h1>{words["title"]}</h1><p>{count}</p>{table if shown else words["empty"]}</main></body></html>')


def language(header):
    best = (0.0, "en")
    for item in header.split(",")[:20]:
        tag, _, weight = item.partition(";q=")
        lang = tag.strip()[:2].lower()
        with contextlib.suppress(ValueError):
            if lang in WORDS and float(weight or 1) > best[0]:
                best = (float(weight or 1), lang)
    return best[1]


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds, for those who send too slowly

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,5}", length) or int(length) > MOST_BYTES:
            return self.answer(413, "The body is too large for a heartbeat, or does not say how large it is.")
        body = self.rfile.read(int(length))
        if self.path != "/beat":
            return self.answer(404, "Heartbeats go to /beat.")
        self.answer(*SHOPS_HEARD.take(self.headers, body))

    def do_GET(self):
        if self.path != "/":
            return self.answer(404, "There is one page, at /.")
        lang = language(self.headers.get("Accept-Language", ""))
        self.answer(200, page(lang, SHOPS_HEARD.rows(), time.time()), "text/html; charset=utf-8", [("Refresh", "30")])

    def answer(self, status, text, kind="text/plain; charset=utf-8", more=()):  # garson shows the text where one is sent by hand
        data = text.encode()
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), ("Content-Security-Policy", POLICY),
                            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
                            ("Vary", "Accept-Language"), *more):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_request(self, *_):  # a line a minute from each shop would be nothing but that
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    places = threading.BoundedSemaphore(MOST_AT_ONCE)

    def process_request(self, request, address):
        if not self.places.acquire(blocking=False):
            return self.shutdown_request(request)
        super().process_request(request, address)

    def process_request_thread(self, request, address):
        try:
            super().process_request_thread(request, address)
        finally:
            self.places.release()


try:
    SHOPS_HEARD = Shops()
except (OSError, ValueError) as error:
    sys.exit(f"The list of shops cannot be read: {error}")
server = Server((os.environ.get("HEARTBEAT_HOST", "127.0.0.1"), int(os.environ.get("HEARTBEAT_PORT", "9100"))), Receiver)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
try:
    server.serve_forever()
finally:
    SHOPS_HEARD.save()
