"""A right ends with what gave it: every right to play, after every ending, in every order (decision 56)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from sqlalchemy import update

from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import NOON, Visitor
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock

MINUTE = timedelta(minutes=1)
STEPS = ("film", "clip", "link", "clip file", "event file")


@dataclass
class Played:
    """One paid game with its film; `ada` bought it, `passer_by` has no account. `addresses` are the signed
    addresses that were given out, by what they open."""

    scene: Scene
    ada: Visitor
    passer_by: Visitor
    clip: dict[str, Any]
    addresses: dict[str, tuple[Visitor, str]] = field(default_factory=dict)

    def give(self, step: str) -> None:
        """Have an address given out, as a page does."""
        who = self.passer_by if step == "link" else self.ada
        address = getattr(self, f"_{step.replace(' ', '_')}")()
        assert address, step
        self.addresses[step] = (who, address)

    def plays(self, step: str) -> bool:
        """Whether an address that was given out still opens its file; it has to be one or the other."""
        status = self.addresses[step][0].browser.get(self.addresses[step][1], buffered=True).status_code
        assert status in (200, 206, 403), (step, status)
        return status != 403

    def told(self) -> tuple[bool, str]:
        """What the API says about the viewer's access."""
        found = self.ada.data(f"/events/{self.scene.event('paid')}")
        return found["has_access"], found["access_reason"]

    def _film(self) -> Any:
        media = self.ada.data(f"/events/{self.scene.event('paid')}")["media"]
        return next(link["url"] for link in media if link["type"] == 3)

    def _clip(self) -> Any:
        return self.ada.data(f"/clip/{self.clip['id']}")["url"]

    def _link(self) -> Any:
        return shared(self.passer_by, self.clip)["url"]

    def _clip_file(self) -> Any:
        return self.ada.data(f"/clip/download/{self.clip['id']}")["url"]

    def _event_file(self) -> Any:
        return self.ada.data(f"/download-event/{self.scene.event('paid')}")["url"]


def shared(who: Visitor, clip: dict[str, Any]) -> Any:
    """A shared clip as somebody is told it who has its link."""
    return who.data(f"/shared-clip/{clip['id']}", uuid=clip["uuid"])


@pytest.fixture
def played(scene: Scene, ada: Visitor, passer_by: Visitor, save: Callable[..., Any]) -> Played:
    """The game `paid`, recorded, with a clip of Ada's that is cut and a file of the whole game."""
    medium = scene.film("paid")
    clip = save(ada, "paid", medium)
    scene.finish(clip["id"])
    event_id = scene.event("paid")
    scene.put("downloads/6921d3a80011223344556677/event.mp4", b"mp4" * 100)
    with scene.transaction():
        source = scene.house.container.clips.footages().recorded(scene.channel.id, event_id).source
    scene.insert(
        "event_file",
        version=1,
        state="ready",
        event_id=event_id,
        media_id=medium,
        source=source,
        folder="downloads/6921d3a80011223344556677",
        size=300,
        progress=100,
        failure_message="",
        attempts=1,
        lease="",
        failure_told=False,
        created_at=NOON,
        wanted_at=NOON,
    )
    return Played(scene, ada, passer_by, clip)


def change_order(played: Played, **values: Any) -> None:
    """Have something happen to what Ada bought."""
    with played.scene.transaction() as session:
        session.execute(update(Base.metadata.tables["billing_order"]).values(**values))


def refunded(played: Played) -> None:
    """All the money went back."""
    change_order(played, status="refunded", ended_at=played.scene.house.container.clock().now())


def charged_back(played: Played) -> None:
    """The bank took the money back, or an operator ended the order: the order was paid, and is over."""
    change_order(played, ended_at=played.scene.house.container.clock().now())


def ran_out(played: Played) -> None:
    """The time that was bought is over."""
    change_order(played, expires_at=played.scene.house.container.clock().now() - timedelta(seconds=1))


def covers_another(played: Played) -> None:
    """The game is moved to pay-per-view, which the season pass does not open."""
    with played.scene.transaction() as session:
        session.execute(update(Base.metadata.tables["catalog_event"]).values(pass_type="ppv"))


def logged_out(played: Played) -> None:
    """The viewer's sessions were ended from another device."""
    sessions = Base.metadata.tables["viewer_session"]
    with played.scene.transaction() as session:
        ended = update(sessions).where(sessions.c.account_id.is_not(None))
        session.execute(ended.values(ended_at=played.scene.house.container.clock().now()))


def taken_off(played: Played) -> None:
    """The channel shows the game no more."""
    with played.scene.transaction() as session:
        session.execute(update(Base.metadata.tables["catalog_event"]).values(withdrawn=True))


ENDINGS: dict[Callable[[Played], None], set[str]] = {
    refunded: set(),
    charged_back: set(),
    ran_out: {"clip", "link"},
    covers_another: set(),
    logged_out: {"link"},
    taken_off: set(),
}
"""After which ending which addresses play on: of time that ran out clips stay, within the limit of links."""


@pytest.mark.parametrize("ending", ENDINGS, ids=[one.__name__ for one in ENDINGS])
@pytest.mark.parametrize("step", STEPS)
def test_an_address_ends_within_a_minute_of_what_gave_it(
    played: Played, clock: FixedClock, step: str, ending: Callable[[Played], None]
) -> None:
    played.give(step)
    assert played.plays(step)
    ending(played)
    clock.advance(MINUTE)
    assert played.plays(step) is (step in ENDINGS[ending])


@pytest.mark.parametrize("order", [*permutations(("film", "link", "ending"))], ids=" ".join)
def test_a_refund_ends_what_was_given_out_before_it_and_gives_out_nothing_after_it(
    played: Played, clock: FixedClock, order: tuple[str, ...]
) -> None:
    for step in order:
        if step == "ending":
            refunded(played)
        elif "ending" not in order[: order.index(step)]:
            played.give(step)
    clock.advance(MINUTE)
    assert [step for step in played.addresses if played.plays(step)] == []
    assert played.told() == (False, "purchase_required")
    assert shared(played.passer_by, played.clip)["url"] is None
    assert played._clip() is None
    assert played.ada.get(f"/clip/download/{played.clip['id']}").status_code == 403


def test_the_media_endpoint_says_what_the_api_says_whatever_happens_in_between(
    played: Played, clock: FixedClock
) -> None:
    played.give("film")
    for ended in (None, NOON, None, NOON):
        change_order(played, ended_at=ended)
        clock.advance(MINUTE)
        has_access, _reason = played.told()
        assert has_access is (ended is None)
        assert played.plays("film") is has_access


def test_an_address_that_was_passed_on_ends_with_the_purchase_of_its_viewer(
    played: Played, bea: Visitor, clock: FixedClock
) -> None:
    played.give("film")
    address = played.addresses["film"][1]
    assert bea.browser.get(address).status_code == 200
    refunded(played)
    clock.advance(MINUTE)
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    assert bea.browser.get(address, environ_overrides=elsewhere).status_code == 403


def test_buying_again_opens_the_clips_that_the_refund_closed(played: Played, clock: FixedClock) -> None:
    refunded(played)
    clock.advance(MINUTE)
    assert played._clip() is None
    played.scene.allow(played.ada, "clipping")
    assert played._clip() is not None
    assert shared(played.passer_by, played.clip)["url"] is not None


def test_an_older_pass_that_ran_out_does_not_stand_in_for_a_refunded_one(
    played: Played, clock: FixedClock
) -> None:
    change_order(played, expires_at=NOON - timedelta(days=10))
    played.scene.allow(played.ada, "clipping")
    assert played._clip() is not None
    orders = Base.metadata.tables["billing_order"]
    with played.scene.transaction() as session:
        newest = update(orders).where(orders.c.expires_at.is_(None))
        session.execute(newest.values(status="refunded", ended_at=NOON))
    clock.advance(MINUTE)
    assert played._clip() is None


def test_the_makers_own_list_says_why_a_link_ended(played: Played, clock: FixedClock) -> None:
    (before,) = played.ada.data("/clips/user")
    assert (before["share_state"], bool(before["share_url"])) == ("open", True)
    refunded(played)
    clock.advance(MINUTE)
    (after,) = played.ada.data("/clips/user")
    assert (after["share_state"], after["share_url"], after["url"]) == ("ended", None, None)


def test_who_was_not_asked_for_a_minute_is_asked_once_for_a_folder(
    played: Played, clock: FixedClock, queries: Callable[..., Any]
) -> None:
    played.give("film")
    assert played.plays("film")
    clock.advance(timedelta(seconds=20))
    with queries() as sent:
        assert played.plays("film")
    assert len(sent) <= 12
    with queries() as sent:
        assert played.plays("film")
    assert sent == []
