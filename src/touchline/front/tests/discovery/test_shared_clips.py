"""Shared clips: the head of the page, the player for other sites and the image."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import update
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.ids import ClipId
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.ids import AccountId, ChannelId, EventId

pytestmark = pytest.mark.usefixtures("dist")
SendRequest = Callable[..., TestResponse]
ChangeClip = Callable[..., None]
HOST = "prairie.localhost"
UUID_1, UUID_2 = UUID(int=0xA1), UUID(int=0xB2)
EVENT_NAME = "Harlan Falls @ Cedar Ridge (Nov 19, 2026, 12:00\u202fPM)"


@pytest.fixture
def send_request(client: FlaskClient, site: ChannelDetails) -> SendRequest:
    """Return a function that requests a path of the channel `prairie`: `send_request("/share/1/…")`."""

    def get(path: str, host: str = HOST, **query: Any) -> TestResponse:
        return client.get(path, query_string=query or None, headers={"Host": host})

    return get


@pytest.fixture
def clip(application: Application, site: ChannelDetails, ids: Callable[[str, str], int]) -> Clip:
    """Return a clip, with its image, of a finished game."""
    new_clip = Clip(
        id=ClipId(0),
        channel_id=ChannelId(site.id),
        account_id=AccountId(4),
        event_id=EventId(ids("event", "over")),
        media_id=1,
        uuid=UUID_1,
        details=ClipDetails.create("Glove <save>", ["Save"]),
        range=Range(10_000, 12_000),
        folder="clips/0123",
        offset_ms=0,
        width=1280,
        height=720,
        frame_rate=25.0,
        created_at=NOON,
        has_poster=True,
    )
    image = BytesIO()
    Image.new("RGB", (640, 360), "#336699").save(image, "JPEG")
    file = application.settings.var / "poster.jpg"
    file.write_bytes(image.getvalue())
    with application.container.database().transaction(site.id):
        stored: Clip = application.container.clips.clips().add(new_clip)
        application.container.clips.files().save(stored.poster_key, file)
    return stored


@pytest.fixture
def change_clip(application: Application, clip: Clip) -> ChangeClip:
    """Return a function that changes the clip as its owner or its job would: `change_clip(uuid=…)`.

    `change_clip(deleted=True)` deletes the clip.
    """

    def apply_change(deleted: bool = False, **changes: Any) -> None:
        clips = application.container.clips.clips()
        with application.container.database().transaction(clip.channel_id):
            if deleted:
                clips.remove(clip.id)
                return
            stored = clips.get_for_update(clip.id)
            for name, value in changes.items():
                setattr(stored, name, value)
            clips.save(stored)

    return apply_change


def get_share_path(clip: Clip, uuid: UUID = UUID_1, page: str = "share") -> str:
    """Return the path of the shared clip."""
    return f"/{page}/{clip.id}/{uuid}"


def test_the_page_of_a_shared_clip_has_a_player_card(send_request: SendRequest, clip: Clip) -> None:
    page = send_request(get_share_path(clip))
    assert page.status_code == 200
    player = f"http://{HOST}{get_share_path(clip, page='share_embed')}"
    title = f"Glove &lt;save&gt;, {EVENT_NAME}"
    for tag in (
        f"<title>{title}, Prairie</title>",
        f'property="og:title" content="{title}"',
        f'property="og:url" content="http://{HOST}{get_share_path(clip)}"',
        'property="og:type" content="video.other"',
        f'property="og:video" content="{player}"',
        'property="og:video:type" content="text/html"',
        f'property="og:image" content="http://{HOST}{get_share_path(clip)}/poster.jpg"',
        'property="og:image:width" content="640"',
        'name="twitter:card" content="player"',
        f'name="twitter:player" content="{player}"',
    ):
        assert tag in page.text, tag


def test_neither_a_shared_clip_nor_a_clip_is_listed_by_search_engines(
    send_request: SendRequest, clip: Clip
) -> None:
    for path in (get_share_path(clip), get_share_path(clip, page="share_embed"), f"/watch_library/{clip.id}"):
        assert 'name="robots" content="noindex"' in send_request(path).text
        assert "application/ld+json" not in send_request(path).text


def test_only_the_player_page_may_be_framed_by_other_sites(send_request: SendRequest, clip: Clip) -> None:
    def get_frame_ancestors(path: str) -> str:
        policy = send_request(path).headers["Content-Security-Policy"]
        return next(rule for rule in policy.split("; ") if rule.startswith("frame-ancestors"))

    assert get_frame_ancestors(get_share_path(clip, page="share_embed")) == "frame-ancestors *"
    assert get_frame_ancestors(get_share_path(clip)) == "frame-ancestors 'self'"


@pytest.mark.parametrize("page", ["share", "share_embed"])
def test_an_unknown_link_is_404(send_request: SendRequest, clip: Clip, page: str) -> None:
    for path in (
        get_share_path(clip, UUID_2, page), f"/{page}/{clip.id}/x", f"/{page}/{clip.id}",
        f"/{page}/999/{UUID_1}",
        f"/{page}/99999999999/{UUID_1}",
    ):  # fmt: skip
        assert send_request(path).status_code == 404, path


def list_statuses(send_request: SendRequest, clip: Clip, uuid: UUID) -> list[int]:
    """Return the statuses of the page, the image and the player of a shared clip."""
    path = get_share_path(clip, uuid)
    responses = [
        send_request(path),
        send_request(f"{path}/poster.jpg"),
        send_request("/oembed", url=f"http://{HOST}{path}"),
    ]
    return [response.status_code for response in responses]


def test_an_unshared_or_deleted_clip_loses_its_image_and_its_player(
    send_request: SendRequest, clip: Clip, change_clip: ChangeClip
) -> None:
    assert list_statuses(send_request, clip, UUID_1) == [200, 200, 200]
    change_clip(uuid=UUID_2)
    assert list_statuses(send_request, clip, UUID_1) == [404, 404, 404]
    assert list_statuses(send_request, clip, UUID_2) == [200, 200, 200]
    change_clip(deleted=True)
    assert list_statuses(send_request, clip, UUID_2) == [404, 404, 404]


def test_a_clip_of_a_withdrawn_recording_loses_its_image_and_its_player(
    send_request: SendRequest, clip: Clip, application: Application
) -> None:
    events = Base.metadata.tables["catalog_event"]
    for state, status in (("withdrawn", 404), ("", 200)):
        with application.container.database().transaction(clip.channel_id) as session:
            changed = update(events).where(events.c.id == clip.event_id)
            session.execute(changed.values(recording_state=state))
        assert list_statuses(send_request, clip, UUID_1) == [status] * 3


def test_the_image_is_revalidated_each_time(
    send_request: SendRequest, clip: Clip, client: FlaskClient
) -> None:
    response = send_request(f"{get_share_path(clip)}/poster.jpg")
    assert (response.mimetype, response.headers["Cache-Control"]) == ("image/jpeg", "public, no-cache")
    headers = {"Host": HOST, "If-None-Match": response.headers["ETag"]}
    assert client.get(f"{get_share_path(clip)}/poster.jpg", headers=headers).status_code == 304


@pytest.mark.parametrize("uuid", ["x", "é", str(UUID_2)])
def test_an_image_without_the_right_uuid_is_404(send_request: SendRequest, clip: Clip, uuid: str) -> None:
    assert send_request(f"/share/{clip.id}/{uuid}/poster.jpg").status_code == 404


def test_a_clip_without_an_image_uses_the_image_of_its_event(
    send_request: SendRequest, clip: Clip, change_clip: ChangeClip
) -> None:
    change_clip(has_poster=False)
    assert f"/pictures/events/{clip.event_id}.png" in send_request(get_share_path(clip)).text
    assert send_request(f"{get_share_path(clip)}/poster.jpg").status_code == 404


def test_oembed_returns_the_player_of_a_shared_clip(send_request: SendRequest, clip: Clip) -> None:
    oembed = json.loads(
        send_request("/oembed", url=f"http://{HOST}{get_share_path(clip)}", maxwidth=640).data
    )
    assert oembed["title"] == f"Glove <save>, {EVENT_NAME}"
    assert (
        f'src="http://{HOST}{get_share_path(clip, page="share_embed")}" width="640" height="360"'
        in oembed["html"]
    )
    assert oembed["thumbnail_url"] == f"http://{HOST}{get_share_path(clip)}/poster.jpg"
    assert (oembed["thumbnail_width"], oembed["thumbnail_height"]) == (640, 360)


def test_the_page_of_a_shared_clip_links_to_its_oembed(send_request: SendRequest, clip: Clip) -> None:
    assert 'type="application/json+oembed"' in send_request(get_share_path(clip)).text
    assert 'type="application/json+oembed"' not in send_request(f"/watch_library/{clip.id}").text


def test_the_page_of_a_clip_has_its_name_and_no_share_link(send_request: SendRequest, clip: Clip) -> None:
    page = send_request(f"/watch_library/{clip.id}")
    assert (page.status_code, f"<title>Glove &lt;save&gt;, {EVENT_NAME}, Prairie</title>" in page.text) == (
        200,
        True,
    )
    assert "/share" not in page.text and str(UUID_1) not in page.text
    assert send_request("/watch_library/999").status_code == 404


def test_a_clip_of_another_channel_is_404(
    send_request: SendRequest, clip: Clip, other_channel: ChannelDetails
) -> None:
    for path in (get_share_path(clip), f"{get_share_path(clip)}/poster.jpg", f"/watch_library/{clip.id}"):
        assert send_request(path, host="atelier.localhost").status_code == 404


def test_a_clip_of_a_hidden_event_is_404(
    send_request: SendRequest, clip: Clip, apply_events: Callable[..., None]
) -> None:
    apply_events()
    for path in (get_share_path(clip), f"{get_share_path(clip)}/poster.jpg", f"/watch_library/{clip.id}"):
        assert send_request(path).status_code == 404


def test_a_shared_clip_of_a_finished_event_contains_no_score(send_request: SendRequest, clip: Clip) -> None:
    """The game ended 2–3 after overtime."""
    paths = get_share_path(clip), f"/watch_library/{clip.id}"
    texts = [send_request(path).text for path in paths]
    texts.append(send_request("/oembed", url=f"http://{HOST}{get_share_path(clip)}").text)
    for text in texts:
        assert "Harlan Falls" in text
        assert not any(score in text for score in ("2-3", "2–3", "2 - 3", "3-2", "3–2", '"score"', "OT"))
