"""Pushes reach each of a viewer's browsers once; one that is gone is forgotten, one that is away is tried
again."""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from touchline.conftest import NOON, Visitor
from touchline.engagement.application import browsers as browsers_of_viewers
from touchline.engagement.application.tell_live import PUSH, TELL_LIVE
from touchline.engagement.ports.push import PushUnavailable, SubscriptionGone
from touchline.engagement.tests.adapters.conftest import Ids
from touchline.engagement.tests.adapters.season import HOUR
from touchline.engagement.tests.fakes import FakePush
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.jobs import Task

SERVICE = "https://fcm.googleapis.com/fcm/send/"
TELL = Task(TELL_LIVE, ())


@pytest.fixture(autouse=True)
def before_the_game(clock: FixedClock) -> None:
    """Two hours before noon; `on-now` begins in one."""
    clock.set(NOON - 2 * HOUR)


def base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def subscription(name: str) -> dict[str, Any]:
    """What a browser gives."""
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {
        "endpoint": SERVICE + name,
        "keys": {"p256dh": base64url(point), "auth": base64url(os.urandom(16))},
    }


def subscribe(viewer: Visitor, name: str) -> None:
    """A click on "Notify me"."""
    answer = viewer.post("/push/subscription", **subscription(name))
    assert answer.status_code == 204, answer.get_data(as_text=True)


def by_push_alone(viewer: Visitor) -> None:
    """No letters."""
    assert viewer.post("/news-settings", by_mail=False, by_push=True).status_code == 200


def waits(viewer: Visitor, ids: Ids) -> None:
    """For the game that is on at noon."""
    assert viewer.post("/reminder", about_type="event", about_id=ids("event", "on-now")).status_code == 201


def reached(push: FakePush) -> list[str]:
    """The browsers that were reached, each as often as it was."""
    return sorted(one.subscription.endpoint.removeprefix(SERVICE) for one in push.sent)


def test_each_browser_of_a_viewer_is_told_what_is_on_and_where(
    ada: Visitor, bea: Visitor, house: House, ids: Ids, clock: FixedClock, push: FakePush, letters: Any
) -> None:
    for name in ("telephone", "laptop"):
        subscribe(ada, name)
    subscribe(bea, "elsewhere")
    by_push_alone(ada)
    waits(ada, ids)
    clock.set(NOON)
    for _ in range(2):
        house.runner.run(TELL)
    assert reached(push) == ["laptop", "telephone"]
    said = push.sent[0]
    assert said.title == "Harlan Hockey @ Cedar Hockey (Nov 21, 2026, 11:00\u202fAM)"
    assert said.body == "Live now on Prairie"
    assert (said.url, said.tag) == (
        f"/watch/{ids('event', 'on-now')}",
        f"live-{ids('event', 'on-now')}",
    )
    assert said.ttl == 3600  # the game ends in an hour
    assert [one for one in letters() if one.unsubscribe] == []


def test_who_wants_no_pushes_gets_none_and_who_has_no_way_is_not_told_at_all(
    ada: Visitor, bea: Visitor, house: House, ids: Ids, clock: FixedClock, push: FakePush, letters: Any
) -> None:
    subscribe(ada, "laptop")
    ada.post("/news-settings", by_mail=True, by_push=False)
    by_push_alone(bea)
    for viewer in (ada, bea):
        waits(viewer, ids)
    clock.set(NOON)
    house.runner.run(TELL)
    assert reached(push) == []
    assert [one.to for one in letters() if one.unsubscribe] == ["ada@example.org"]
    subscribe(bea, "telephone")  # still in time
    house.runner.run(TELL)
    assert reached(push) == ["telephone"]


def test_a_browser_that_is_gone_is_forgotten_and_the_others_are_told(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock, push: FakePush
) -> None:
    for name in ("gone", "laptop"):
        subscribe(ada, name)
    push.faults[SERVICE + "gone"] = SubscriptionGone()
    by_push_alone(ada)
    waits(ada, ids)
    clock.set(NOON)
    house.runner.run(TELL)
    assert reached(push) == ["laptop"]
    assert [one["since"] for one in browsers(house, ada)] == [NOON - 2 * HOUR]


def browsers(house: House, viewer: Visitor) -> list[dict[str, Any]]:
    """The browsers that a viewer's export names."""
    with house.container.database().transaction(viewer.channel.id):
        container: Any = house.container
        told = container.engagement.facade().export_following(viewer.data("/profile")["id"])
    found: list[dict[str, Any]] = told["browsers"]
    return found


def test_a_service_that_is_away_is_asked_again_for_the_browsers_that_lack_it(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock, push: FakePush
) -> None:
    for name in ("away", "laptop"):
        subscribe(ada, name)
    push.faults[SERVICE + "away"] = PushUnavailable()
    by_push_alone(ada)
    waits(ada, ids)
    clock.set(NOON)
    house.runner.run(TELL)  # the inline queue has no second try; the log says that it failed
    assert reached(push) == ["laptop"]
    again = Task(PUSH, (ada.channel.id, ada.data("/profile")["id"], ids("event", "on-now")))
    with pytest.raises(PushUnavailable):
        house.runner.run(again)
    push.faults.clear()
    house.runner.run(again)
    house.runner.run(again)
    assert reached(push) == ["away", "laptop"]


def test_a_push_that_comes_too_late_is_not_sent(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock, push: FakePush
) -> None:
    subscribe(ada, "laptop")
    push.faults[SERVICE + "laptop"] = PushUnavailable()
    waits(ada, ids)
    clock.set(NOON)
    house.runner.run(TELL)
    push.faults.clear()
    clock.set(NOON + timedelta(minutes=61))
    house.runner.run(Task(PUSH, (ada.channel.id, ada.data("/profile")["id"], ids("event", "on-now"))))
    assert reached(push) == []


def test_a_browser_is_pushed_to_for_who_subscribed_there_last(
    ada: Visitor, bea: Visitor, house: House
) -> None:
    shared = subscription("library")
    for viewer in (ada, ada, bea):
        assert viewer.post("/push/subscription", **shared).status_code == 204
    assert (len(browsers(house, ada)), len(browsers(house, bea))) == (0, 1)
    leave = {"endpoint": shared["endpoint"], "_method": "delete"}
    assert ada.post("/push/subscription", **leave).status_code == 204
    assert len(browsers(house, bea)) == 1
    for _ in range(2):
        assert bea.post("/push/subscription", **leave).status_code == 204
    assert browsers(house, bea) == []


@pytest.mark.parametrize(
    "endpoint", ["https://169.254.169.254/latest", "http://fcm.googleapis.com/x", "x", ""]
)
def test_an_address_that_is_no_push_services_is_refused(ada: Visitor, house: House, endpoint: str) -> None:
    answer = ada.post("/push/subscription", **{**subscription("x"), "endpoint": endpoint})
    assert answer.json is not None
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["endpoint"])
    assert browsers(house, ada) == []


def test_of_too_many_browsers_the_oldest_is_forgotten(
    ada: Visitor, house: House, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browsers_of_viewers, "MOST_BROWSERS", 2)
    for name in ("a", "b", "c"):
        subscribe(ada, name)
        clock.advance(timedelta(minutes=1))
    kept = [one["since"] for one in browsers(house, ada)]
    assert kept == [NOON - 2 * HOUR + timedelta(minutes=minute) for minute in (2, 1)]


def test_a_house_that_sends_no_pushes_says_so(
    ada: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind: Callable[..., Any] = type(house.adapters.push())
    monkeypatch.setattr(kind, "public_key", None)
    assert ada.data("/push/key") == {"public_key": None}
    answer = ada.post("/push/subscription", **subscription("x"))
    assert answer.json is not None
    assert (answer.status_code, answer.json["message"]) == (
        400,
        "This site sends no notifications to browsers.",
    )


def test_two_at_once_note_all_browsers_that_they_reached(
    ada: Visitor, house: House, ids: Ids, clock: FixedClock
) -> None:
    container: Any = house.container
    told, account_id, event_id = container.engagement.news.told(), ada.data("/profile")["id"], 1
    with house.container.database().transaction(ada.channel.id):
        told.first(account_id, event_id, NOON)
    browsers, ready = range(8), Barrier(8)

    def note(browser: int) -> None:
        ready.wait(10)
        with house.container.database().transaction(ada.channel.id):
            told.reach(account_id, event_id, browser)

    with ThreadPoolExecutor(len(browsers)) as threads:
        list(threads.map(note, browsers))
    with house.container.database().transaction(ada.channel.id):
        assert told.reached(account_id, event_id) == frozenset(browsers)
