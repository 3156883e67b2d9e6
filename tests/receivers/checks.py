"""What a receiver has to do, one function each. Used by run."""

import base64
import collections
import json
import os
import signal
import threading
import time
import uuid

from parties import event, is_open, signature, until

NOT_KNOWN = "nothing, this event is not known here"
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
        heard = [(olay, todo) for olay, event_id, todo in worked if new[event_id]["orderId"] == order]
        # Switching goes out side by side; of an order everything comes in turn.
        assert (heard if order else sorted(heard)) == lines, (heard, lines)
    for event_id in new:
        stored = json.loads((receiver.folder / f"done/{event_id}.json").read_bytes())
        assert stored == garson.api("GET", f"/webhooks/deliveries/{event_id}")["body"], stored
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
    todo = f"read order {order} and print it in the kitchen"
    until("what was missed", lambda: ("siparis.olusturuldu", missed, todo) in receiver.worked())


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
        seen, head = receiver.ask(body, {**good, "Content-Length": str(len(body)), **(headers or {})}, method)
        assert seen == status, f"{why}: {seen} instead of {status}"
        assert seen != 405 or "\r\nallow: post" in head, head

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
        until("the work", lambda: [line[1] for line in receiver.worked()].count(event_id) == 1)

    worked(event())
    worked(event(), {"Authorization": receiver.key})
    worked(json.dumps({"veri": {"id": str(uuid.uuid4())}, "olay": "test", "yeni": {"ş": [1, None]}}, indent=2).encode())
    filled = event(filler="")
    worked(event(filler="x" * (MOST_BYTES - len(filled))))
    unknown = str(uuid.uuid4())
    worked(event("siparis.yeni_bir_sey", unknown))
    assert ("siparis.yeni_bir_sey", unknown, NOT_KNOWN) in receiver.said()
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
    times = collections.Counter(line[1] for line in receiver.worked())
    assert [times[event_id] for event_id in ids] == [1] * 20, [(event_id, times[event_id]) for event_id in ids]


def answers_before_it_works(receiver):
    """Its work is held up by an event that is a pipe: it cannot be read before somebody writes into it."""
    first, later = f"{0:036}", [str(uuid.uuid4()) for _ in range(3)]
    pipe = receiver.folder / f"inbox/{first}.json"
    os.mkfifo(pipe)
    for event_id in later:
        began = time.monotonic()
        assert receiver.post(event(event_id=event_id)) == 200
        assert time.monotonic() - began < 5
        assert (receiver.folder / f"inbox/{event_id}.json").exists(), "answered before it was stored"
    assert not {line[1] for line in receiver.said()} & set(later), "worked although it was held up"

    def let_go():
        try:
            end = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads yet
            return False
        os.write(end, event(event_id=first))
        os.close(end)
        return True

    until("the work to come to it", let_go)
    until("the work", lambda: {first, *later} <= {line[1] for line in receiver.worked()})


def works_off_what_a_crash_left(receiver):
    receiver.stop(signal.SIGKILL)
    left = str(uuid.uuid4())
    (receiver.folder / f"inbox/{left}.json").write_bytes(event(event_id=left))
    broken = receiver.folder / "inbox/00000000.json"
    broken.write_bytes(b"{")
    (receiver.folder / "inbox/half.tmp").write_bytes(b"{")
    receiver.restart()
    if receiver.language == "php":  # runs only while there is a request
        assert receiver.post(event()) == 200
    until("the work", lambda: ("test", left, "nothing, garson reaches this receiver") in receiver.worked())
    assert receiver.post(event()) == 200 and broken.exists()
    broken.unlink()
    (receiver.folder / "inbox/half.tmp").unlink()


def does_not_say_stored_what_is_not(receiver):
    inbox, aside = receiver.folder / "inbox", receiver.folder / "aside"
    receiver.come_to_rest()
    inbox.rename(aside)
    inbox.write_text("no folder")
    body = event()
    seen = receiver.post(body)
    assert seen in (0, 500), seen
    inbox.unlink()
    aside.rename(inbox)
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
