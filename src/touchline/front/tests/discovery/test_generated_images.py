"""Generated images over HTTP: their channel, their caching and refused requests."""

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

from touchline.channel.facade import ChannelDetails
from touchline.conftest import channel_part
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("dist")
SendRequest = Callable[..., TestResponse]
Ids = Callable[[str, str], int]


@pytest.fixture
def send_request(client: FlaskClient, site: ChannelDetails) -> SendRequest:
    """Return a function that requests a path of the channel `prairie`:
    `send_request("/pictures/share.png")`."""

    def get(path: str, host: str = "prairie.localhost", **headers: str) -> TestResponse:
        return client.get(path, headers={"Host": host, **headers})

    return get


def get_share_image_url(page: TestResponse) -> str:
    """Return the path of a page's share image."""
    return page.text.split('property="og:image" content="http://prairie.localhost')[1].split('"')[0]


def read_image_size(response: TestResponse) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert (response.status_code, response.mimetype) == (200, "image/png")
    with Image.open(BytesIO(response.data)) as image:
        return image.size


def test_an_event_without_an_image_shares_a_generated_one(send_request: SendRequest, ids: Ids) -> None:
    page = send_request(f"/watch/{ids('event', 'on-now')}")
    assert read_image_size(send_request(get_share_image_url(page))) == (1200, 630)
    for name in ("image:width", "image:height"):
        assert f'property="og:{name}"' in page.text
    assert '<meta property="og:image:alt" content="Harlan Falls @ Cedar Ridge, quarterfinal (' in page.text
    assert f'name="twitter:image" content="http://prairie.localhost{get_share_image_url(page)}"' in page.text


def test_the_image_of_an_event_changes_with_the_final_alone(
    send_request: SendRequest, ids: Ids, apply_events: Callable[..., None], clock: FixedClock
) -> None:
    def list_image_urls() -> set[str]:
        urls = set()
        for score in (None, {"away": 2, "home": 3, "note": {}}):
            apply_events(score=score)
            urls.add(get_share_image_url(send_request(f"/watch/{ids('event', 'plain')}")))
        return urls

    before = list_image_urls()
    clock.advance(timedelta(hours=3))
    after = list_image_urls()
    assert len(before) == 1 and len(after) == 2 and before < after
    hidden = get_share_image_url(send_request(f"/watch/{ids('event', 'plain')}?scores=hidden"))
    assert {hidden} == before


def test_an_old_url_shows_the_current_image_for_a_few_minutes(send_request: SendRequest, ids: Ids) -> None:
    path = f"/pictures/events/{ids('event', 'on-now')}.png"
    for old in (path, f"{path}?v=0123456789abcdef"):
        response = send_request(old)
        assert response.headers["Cache-Control"] == "public, max-age=300"
        again = send_request(old, **{"If-None-Match": response.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_an_image_is_rendered_once(send_request: SendRequest, ids: Ids, var: Path) -> None:
    path = f"/pictures/events/{ids('event', 'on-now')}.png"
    send_request(path)
    stored = {file: file.stat().st_mtime_ns for file in (var / "drawn").rglob("*.png")}
    assert stored
    send_request(path)
    assert {file: file.stat().st_mtime_ns for file in (var / "drawn").rglob("*.png")} == stored


@pytest.mark.parametrize(
    "path",
    [
        "/pictures/events/999999.png", "/pictures/events/0.png", "/pictures/events/x.png",
        "/pictures/events/2147483648.png", "/pictures/events/-1.png", "/pictures/icon-1.png",
        "/pictures/icon-9999.png", "/pictures/icon-99999.png", "/pictures/icon-huge-192.png", "/pictures/",
        "/pictures/../secret.key", "/pictures/events/1.svg",
    ],
)  # fmt: skip
def test_an_unknown_image_is_404(send_request: SendRequest, path: str) -> None:
    response = send_request(path)
    assert (response.status_code, response.content_type) == (404, "application/problem+json")


def test_a_withdrawn_or_foreign_event_has_no_image(
    send_request: SendRequest, ids: Ids, other_channel: ChannelDetails, apply_events: Callable[..., None]
) -> None:
    path = f"/pictures/events/{ids('event', 'on-now')}.png"
    assert send_request(path, host=other_channel.domains[0]).status_code == 404
    apply_events()
    assert send_request(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/pictures/icon-192.png", 192), ("/pictures/icon-512.png", 512), ("/favicon.ico", 48),
        ("/pictures/icon-maskable-512.png", 512), ("/pictures/icon-touch-180.png", 180),
    ],
)  # fmt: skip
def test_every_channel_has_an_icon(send_request: SendRequest, path: str, size: int) -> None:
    assert read_image_size(send_request(path)) == (size, size)


def test_a_channel_without_an_image_shares_its_name(send_request: SendRequest) -> None:
    assert read_image_size(send_request(get_share_image_url(send_request("/")))) == (1200, 630)


def test_an_own_image_is_preferred_unless_networks_cannot_show_it(
    send_request: SendRequest,
    ids: Ids,
    apply_events: Callable[..., None],
    add_channel: Callable[..., ChannelDetails],
) -> None:
    own: dict[str, Any] = {"card": None, "poster": "/files/prairie/abc-poster.webp"}
    apply_events(images=own)
    page = send_request(f"/watch/{ids('event', 'plain')}")
    assert get_share_image_url(page) == own["poster"] and "og:image:width" not in page.text
    apply_events(images={**own, "poster": "/files/prairie/abc-poster.svg"})
    assert get_share_image_url(send_request(f"/watch/{ids('event', 'plain')}")).startswith(
        "/pictures/events/"
    )
    part = channel_part("prairie")["channel"]
    add_channel("prairie", channel={**part, "share_picture": "/files/prairie/abc-share.jpg"})
    assert get_share_image_url(send_request("/")) == "/files/prairie/abc-share.jpg"
