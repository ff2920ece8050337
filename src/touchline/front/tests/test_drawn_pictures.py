"""Drawn pictures over HTTP: whose they are, how long they are kept, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.conftest import channel_part
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("dist")
Ask = Callable[..., TestResponse]
Ids = Callable[[str, str], int]


@pytest.fixture
def ask(client: FlaskClient, site: ChannelFacts) -> Ask:
    """`ask("/pictures/share.png")`: of the channel `prairie`."""

    def get(path: str, host: str = "prairie.localhost", **headers: str) -> TestResponse:
        return client.get(path, headers={"Host": host, **headers})

    return get


def shared(page: TestResponse) -> str:
    """The path of the picture that a page shares."""
    return page.text.split('property="og:image" content="http://prairie.localhost')[1].split('"')[0]


def size(answer: TestResponse) -> tuple[int, int]:
    """Of a PNG."""
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    with Image.open(BytesIO(answer.data)) as picture:
        return picture.size


def test_a_game_without_a_picture_shares_a_drawn_one(ask: Ask, ids: Ids) -> None:
    page = ask(f"/watch/{ids('event', 'on-now')}")
    assert size(ask(shared(page))) == (1200, 630)
    for said in ("image:width", "image:height"):
        assert f'property="og:{said}"' in page.text
    assert '<meta property="og:image:alt" content="Harlan Falls @ Cedar Ridge, quarterfinal (' in page.text
    assert f'name="twitter:image" content="http://prairie.localhost{shared(page)}"' in page.text


def test_the_picture_of_a_game_is_the_same_whatever_the_score_and_when_it_is_over(
    ask: Ask, ids: Ids, apply_events: Callable[..., None], clock: FixedClock
) -> None:
    def addresses() -> set[str]:
        seen = set()
        for score in (None, {"away": 2, "home": 3, "note": {}}):
            apply_events(score=score)
            seen.add(shared(ask(f"/watch/{ids('event', 'plain')}")))
        return seen

    before = addresses()
    clock.advance(timedelta(hours=3))
    assert len(before) == 1
    assert addresses() == before


def test_an_old_address_shows_the_present_picture_for_some_minutes(ask: Ask, ids: Ids) -> None:
    path = f"/pictures/events/{ids('event', 'on-now')}.png"
    for old in (path, f"{path}?v=0123456789abcdef"):
        answer = ask(old)
        assert answer.headers["Cache-Control"] == "public, max-age=300"
        again = ask(old, **{"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_a_picture_is_drawn_once(ask: Ask, ids: Ids, var: Path) -> None:
    path = f"/pictures/events/{ids('event', 'on-now')}.png"
    ask(path)
    kept = {file: file.stat().st_mtime_ns for file in (var / "drawn").rglob("*.png")}
    assert kept
    ask(path)
    assert {file: file.stat().st_mtime_ns for file in (var / "drawn").rglob("*.png")} == kept


@pytest.mark.parametrize(
    "path",
    [
        "/pictures/events/999999.png", "/pictures/events/0.png", "/pictures/events/x.png",
        "/pictures/events/2147483648.png", "/pictures/events/-1.png", "/pictures/icon-1.png",
        "/pictures/icon-9999.png", "/pictures/icon-99999.png", "/pictures/icon-huge-192.png", "/pictures/",
        "/pictures/../secret.key", "/pictures/events/1.svg",
    ],
)  # fmt: skip
def test_what_is_no_picture_is_not_found(ask: Ask, path: str) -> None:
    answer = ask(path)
    assert (answer.status_code, answer.content_type) == (404, "application/problem+json")


def test_a_game_that_is_withdrawn_or_anothers_has_no_picture(
    ask: Ask, ids: Ids, other_channel: ChannelFacts, apply_events: Callable[..., None]
) -> None:
    path = f"/pictures/events/{ids('event', 'on-now')}.png"
    assert ask(path, host=other_channel.domains[0]).status_code == 404
    apply_events()
    assert ask(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "edge"),
    [
        ("/pictures/icon-192.png", 192), ("/pictures/icon-512.png", 512), ("/favicon.ico", 48),
        ("/pictures/icon-maskable-512.png", 512), ("/pictures/icon-touch-180.png", 180),
    ],
)  # fmt: skip
def test_every_channel_has_an_icon(ask: Ask, path: str, edge: int) -> None:
    assert size(ask(path)) == (edge, edge)


def test_a_channel_without_a_picture_shares_its_name(ask: Ask) -> None:
    assert size(ask(shared(ask("/")))) == (1200, 630)


def test_an_own_picture_comes_before_a_drawn_one_unless_networks_cannot_show_it(
    ask: Ask, ids: Ids, apply_events: Callable[..., None], add_channel: Callable[..., ChannelFacts]
) -> None:
    own: dict[str, Any] = {"card": None, "poster": "/files/prairie/abc-poster.webp"}
    apply_events(images=own)
    page = ask(f"/watch/{ids('event', 'plain')}")
    assert shared(page) == own["poster"] and "og:image:width" not in page.text
    apply_events(images={**own, "poster": "/files/prairie/abc-poster.svg"})
    assert shared(ask(f"/watch/{ids('event', 'plain')}")).startswith("/pictures/events/")
    part = channel_part("prairie")["channel"]
    add_channel("prairie", channel={**part, "share_picture": "/files/prairie/abc-share.jpg"})
    assert shared(ask("/")) == "/files/prairie/abc-share.jpg"
