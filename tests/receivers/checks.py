"""What a receiver has to do, one function each. Used by run."""

import base64
import collections
import json
import signal
import threading
import time
import uuid

from parties import OVERTAKEN, event, is_open, signature, until

MOST_BYTES = 64 * 1024


def hears_each_event_once(garson, shop, receiver):
    known = {delivery["id"] for delivery in garson.deliveries(shop.webhook)}
    before, spoken = receiver.worked(), len(receiver.said())
    expected = shop.live_through_all()
    count = sum(map(len, expected.values()))

    def settled():
        new = [delivery for delivery in garson.deliveries(shop.webhook) if delivery["id"] not in known]
        return new if len(new) == count and all(delivery["state"] == "delivered" for delivery in new) else None

    new = {delivery["id"]: delivery for delivery in until("garson to deliver all", settled)}
    assert {delivery["attemptCount"] for delivery in new.values()} == {1}, new
    assert shop.press_test() == 200
    until("the work", lambda: len(receiver.said()) >= spoken + count + 1)
    receiver.come_to_rest()
    worked = [line for line in receiver.worked() if line not in before and line[0] != "test"]
    assert sorted(event_id for _, event_id, _ in worked) == sorted(new), worked
    for order, lines in expected.items():
        heard = [olay for olay, event_id, said in worked if said == order and new[event_id]["orderId"] == (order or None)]
        assert sorted(heard) == sorted(lines), (heard, lines)
    for event_id in new:
        stored = json.loads((receiver.folder / f"{event_id}.json").read_bytes())
        shown = garson.api("GET", f"/webhooks/deliveries/{event_id}")["body"]
        # As an attempt would be made now, after later events.
        assert stored["veri"].pop("isStale", False) is False and shown["veri"].pop("isStale", False) in (False, True)
        assert stored == shown, stored
    return worked[0][1]


def works_once_what_is_sent_again(garson, receiver, event_id):
    def again():
        before = receiver.repeats(event_id)
        garson.api("POST", f"/webhooks/deliveries/{event_id}/resend")
        until("garson to deliver it", lambda: garson.api("GET", f"/webhooks/deliveries/{event_id}")["state"] == "delivered")
        until("the repeated event", lambda: receiver.repeats(event_id) == before + 1)
        receiver.come_to_rest()
        assert [line[1] for line in receiver.worked()].count(event_id) == 1

    again()
    receiver.restart()
    again()
    receiver.restart(how=signal.SIGKILL)
    again()


def hears_later_what_it_missed(garson, shop, receiver):
    receiver.stop()
    order = shop.order()

    def failed():
        return [delivery["id"] for delivery in garson.deliveries(shop.webhook) if delivery["state"] == "failed"]

    [missed] = until("garson to give up", failed)
    receiver.restart()
    assert garson.api("POST", f"/webhooks/{shop.webhook}/resend", {"missed": True})["count"] == 1
    until("what was missed", lambda: ("siparis.olusturuldu", missed, order) in receiver.worked())


def follows_a_change_of_secrets(garson, shop, receiver):
    newer = shop.make_secret()
    assert newer != receiver.secret and shop.press_test() == 200, "signed with both"
    garson.api("DELETE", f"/webhooks/{shop.webhook}/secret/previous")
    assert shop.press_test() == 401, "signed with the newer one alone"
    receiver.restart(secret=newer)
    assert shop.press_test() == 200


def refuses_what_does_not_prove_itself(receiver):
    receiver.come_to_rest()
    before, said = receiver.kept(), receiver.said()
    body = event()
    good = receiver.proof(body)
    key = receiver.key

    def refused(status, why, headers=None, body=body, method="POST"):
        seen, _ = receiver.ask(body, {**good, "Content-Length": str(len(body)), **(headers or {})}, method)
        # A server that knows no such method may say so itself.
        assert seen == status or (seen, status) == (501, 405), f"{why}: {seen} instead of {status}"

    for wrong in (None, "", "Bearer", "Bearer ", f"Bearer {key[:-1]}", f"Bearer {key}x", f"Bearer {key.swapcase()}",
                  f"Bearer  {key}", f"Basic {key}", f"Bearer Bearer {key}", "Bearer gsn_" + "a" * 43, "ş" * 47, "x" * 6000):
        refused(401, f"key {wrong!r}", {"Authorization": wrong})
    for method in ("GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"):
        refused(405, method, method=method, body=b"")

    def signed(body, **how):
        return {**receiver.proof(body, **how), "Content-Length": str(len(body))}

    for wrong in (b"", b"no JSON", b"{", b"[]", b"null", b"1", b'"text"', b"{}", b'{"veri": null}', b'{"veri": {}}',
                  json.dumps({"veri": {"id": str(uuid.uuid4())}}).encode(), event(None), b'{"olay": "test", "veri": "id"}',
                  b'{"veri": {"id": null}}', b'{"veri": {"id": 7}}', b'{"olay": "test"}', b"\xff\xfe", body[:-1],
                  b"[" * 60000, event(event_id="../../../evil"), event(event_id="a" * 36 + "/../b"),
                  event(event_id="a" * 36 + "\n"), event(event_id="A" * 36)):
        refused(400, f"body {wrong[:40]!r}", signed(wrong), wrong)
    for size in (MOST_BYTES + 1, 1 << 20, 12 << 20):
        wrong = event(filler="x" * size)
        refused(413, f"{size} bytes", signed(wrong), wrong)
    endless = b"fffff\r\n" + b"x" * 0xFFFFF + b"\r\n"
    unsized = {**signed(b""), "Content-Length": None, "Transfer-Encoding": "chunked"}
    seen, _ = receiver.ask(endless + b"0\r\n\r\n", unsized)
    assert seen == 413, seen
    for wrong in ("-1", "x", "9" * 30):
        seen, _ = receiver.ask(body, {**good, "Content-Length": wrong})
        assert not 200 <= seen < 300, (wrong, seen)

    if receiver.secret:
        other = "whsec_" + base64.b64encode(b"another secret of 24 bytes").decode()
        now, sent = int(time.time()), good["webhook-signature"]
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            refused(401, f"no {name}", {name: None})
        for wrong in ("", "v1,", sent[3:], sent[:-1], sent.lower(), sent.replace("v1,", "v2,"), sent.replace(",", ""),
                      signature(other, "an id", good["webhook-timestamp"], body)):
            refused(401, f"signature {wrong!r}", {"webhook-signature": wrong})
        refused(401, "an altered body", body=body.replace(b"test", b"tost"))
        refused(401, "a longer body", body=body + b" ")
        refused(401, "another id", {"webhook-id": "another id"})
        refused(401, "a newer time", {"webhook-timestamp": str(now + 1)})
        for at in (now - 310, now + 310, now - 86400, 0, "", "x", "1e9", f"{now}.0", f" {now} x", "-1", "9" * 5000):
            refused(401, f"signed, at {str(at)[:20]!r}", signed(body, at=at))
        refused(401, "another's secret", signed(body, secret=other))
        refused(401, "the secret, and no key", {**signed(body), "Authorization": None})

    time.sleep(0.2)
    assert receiver.kept() == before, receiver.kept() ^ before
    assert receiver.said() == said


def takes_what_is_unusual_but_right(receiver):
    def worked(body, headers=None):
        seen, _ = receiver.ask(body, {**receiver.proof(body), **(headers or {})})
        assert seen == 200, (seen, headers)
        event_id = json.loads(body)["veri"]["id"]
        assert (receiver.folder / f"{event_id}.json").read_bytes() == body, "answered before it was stored"
        until("the work", lambda: [line[1] for line in receiver.worked()].count(event_id) == 1)

    worked(event())
    worked(event(), {"Authorization": receiver.key})
    worked(json.dumps({"veri": {"id": str(uuid.uuid4())}, "olay": "test", "yeni": {"ş": [1, None]}}, indent=2).encode())
    filled = event(filler="")
    worked(event(filler="x" * (MOST_BYTES - len(filled))))
    unknown = str(uuid.uuid4())
    worked(event("siparis.yeni_bir_sey", unknown))
    if receiver.secret:
        body, now = event(), int(time.time())
        good = receiver.proof(body)
        worked(body, {"webhook-signature": f"v1,AAAA v1a,BBBB {good['webhook-signature']} v1,CCCC"})
        for at in (now - 280, now + 280):
            body = event()
            worked(body, receiver.proof(body, at=at))


def works_once_what_comes_many_times_at_once(receiver):
    ids, seen = [str(uuid.uuid4()) for _ in range(20)], []

    def send_all():
        seen.extend(receiver.post(event(event_id=event_id)) for event_id in ids)

    threads = [threading.Thread(target=send_all) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert seen == [200] * 160, collections.Counter(seen)
    receiver.come_to_rest()
    until("the work", lambda: sum(line[1] in ids for line in receiver.said()) == 160)
    times = collections.Counter(line[1] for line in receiver.worked())
    assert [times[event_id] for event_id in ids] == [1] * 20, [(event_id, times[event_id]) for event_id in ids]


def is_not_misled_by_what_comes_late(receiver):
    order = str(uuid.uuid4())

    def told(**veri):
        body = event("siparis.durum_degisti", orderId=order, **veri)
        assert receiver.post(body) == 200
        event_id = json.loads(body)["veri"]["id"]
        return until("the line", lambda: next((line[2] for line in receiver.said() if line[1] == event_id), None))

    assert [told(sequence=1), told(sequence=9), told(sequence=10)] == [order] * 3
    receiver.restart()
    assert [told(sequence=2), told(), told(sequence=9), told(sequence=11)] == [OVERTAKEN] * 3 + [order]


def keeps_the_sequence_before_the_id(receiver):
    """What ends between the two must not have the event passed over when it comes again."""
    order = str(uuid.uuid4())
    body = event("siparis.iptal_edildi", orderId=order, sequence=3)
    in_the_way = receiver.folder / order
    in_the_way.write_text("no folder")
    seen = receiver.post(body)
    assert seen in (0, 500), seen
    in_the_way.unlink()
    assert receiver.post(body) == 200
    event_id = json.loads(body)["veri"]["id"]
    until("the work", lambda: ("siparis.iptal_edildi", event_id, order) in receiver.worked())


def is_not_misled_by_what_a_crash_left(receiver):
    receiver.stop(signal.SIGKILL)
    half = receiver.folder / "half.tmp"
    half.write_bytes(b"{")
    receiver.restart()
    body = event()
    assert receiver.post(body) == 200
    event_id = json.loads(body)["veri"]["id"]
    until("the work", lambda: [line[1] for line in receiver.worked()].count(event_id) == 1)
    half.unlink()


def does_not_say_stored_what_is_not(receiver):
    folder, aside = receiver.folder, receiver.folder.with_name("aside")
    receiver.come_to_rest()
    folder.rename(aside)
    folder.write_text("no folder")
    body = event()
    seen = receiver.post(body)
    assert seen in (0, 500), seen
    folder.unlink()
    aside.rename(folder)
    assert receiver.post(body) == 200
    event_id = json.loads(body)["veri"]["id"]
    until("the work", lambda: [line[1] for line in receiver.worked()].count(event_id) == 1)


def believes_nobody_without_a_key_of_its_own(receiver):
    for secret in ("whsec_", "?"):  # what is no secret must not switch signatures off
        receiver.restart(secret=secret)
        seen, _ = receiver.ask(event(), {"Authorization": receiver.key, "Content-Length": str(len(event()))})
        assert not 200 <= seen < 300, seen
    receiver.stop()
    receiver.launch(WEBHOOK_KEY="", WEBHOOK_SECRET="")
    if receiver.language == "php":  # started by a web server, which does not ask it
        until("PHP", lambda: receiver.ask(b"", {}, "GET")[0] == 405 if is_open(receiver.port) else None)
        for headers in ({}, {"Authorization": ""}, {"Authorization": "Bearer "}):
            assert receiver.ask(event(), {**headers, "Content-Length": str(len(event()))})[0] == 500
        receiver.stop()
    else:
        assert receiver.child.wait(30) != 0
        receiver.child = None
    assert "WEBHOOK_KEY is not set." in receiver.log()
