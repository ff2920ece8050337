"""What others read of a clip: its page's head, its player for other sites, its picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.ids import ClipId
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId, ChannelId, EventId

pytestmark = pytest.mark.usefixtures("dist")
Ask = Callable[..., TestResponse]
Change = Callable[..., None]
HOST = "prairie.localhost"
UUID_1, UUID_2 = UUID(int=0xA1), UUID(int=0xB2)
GAME = "Harlan Falls @ Cedar Ridge (Nov 19, 2026, 12:00\u202fPM)"


@pytest.fixture
def ask(client: FlaskClient, site: ChannelFacts) -> Ask:
    """`ask("/share/1/…")`: of the channel `prairie`."""

    def get(path: str, host: str = HOST, **query: Any) -> TestResponse:
        return client.get(path, query_string=query or None, headers={"Host": host})

    return get


@pytest.fixture
def clip(house: House, site: ChannelFacts, ids: Callable[[str, str], int]) -> Clip:
    """A clip of a game that is over, with its picture."""
    made = Clip(
        id=ClipId(0),
        channel_id=ChannelId(site.id),
        account_id=AccountId(4),
        event_id=EventId(ids("event", "over")),
        media_id=1,
        uuid=UUID_1,
        words=Words.of("Glove <save>", ["Save"]),
        range=Range(10_000, 12_000),
        folder="clips/0123",
        offset_ms=0,
        width=1280,
        height=720,
        frame_rate=25.0,
        created_at=NOON,
        has_poster=True,
    )
    picture = BytesIO()
    Image.new("RGB", (640, 360), "#336699").save(picture, "JPEG")
    file = house.settings.var / "poster.jpg"
    file.write_bytes(picture.getvalue())
    with house.container.database().transaction(site.id):
        kept: Clip = house.container.clips.kept().add(made)
        house.container.clips.files().keep(kept.poster_key, file)
    return kept


@pytest.fixture
def change(house: House, clip: Clip) -> Change:
    """`change(uuid=…)` changes the clip as its owner or its job would; `change(gone=True)` deletes it."""

    def act(gone: bool = False, **changes: Any) -> None:
        clips = house.container.clips.kept()
        with house.container.database().transaction(clip.channel_id):
            if gone:
                clips.remove(clip.id)
                return
            kept = clips.held(clip.id)
            for name, value in changes.items():
                setattr(kept, name, value)
            clips.save(kept)

    return act


def link(clip: Clip, uuid: UUID = UUID_1, page: str = "share") -> str:
    """The path of the shared clip."""
    return f"/{page}/{clip.id}/{uuid}"


def test_the_page_of_a_shared_clip_has_a_player_card(ask: Ask, clip: Clip) -> None:
    page = ask(link(clip))
    assert page.status_code == 200
    player = f"http://{HOST}{link(clip, page='share_embed')}"
    title = f"Glove &lt;save&gt;, {GAME}"
    for said in (
        f"<title>{title}, Prairie</title>",
        f'property="og:title" content="{title}"',
        f'property="og:url" content="http://{HOST}{link(clip)}"',
        'property="og:type" content="video.other"',
        f'property="og:video" content="{player}"',
        'property="og:video:type" content="text/html"',
        f'property="og:image" content="http://{HOST}{link(clip)}/poster.jpg"',
        'property="og:image:width" content="640"',
        'name="twitter:card" content="player"',
        f'name="twitter:player" content="{player}"',
    ):
        assert said in page.text, said


def test_neither_a_shared_clip_nor_a_clip_is_listed_by_search_engines(ask: Ask, clip: Clip) -> None:
    for path in (link(clip), link(clip, page="share_embed"), f"/watch_library/{clip.id}"):
        assert 'name="robots" content="noindex"' in ask(path).text
        assert "application/ld+json" not in ask(path).text


def test_only_the_player_alone_may_stand_in_other_sites(ask: Ask, clip: Clip) -> None:
    def framed_by(path: str) -> str:
        policy = ask(path).headers["Content-Security-Policy"]
        return next(rule for rule in policy.split("; ") if rule.startswith("frame-ancestors"))

    assert framed_by(link(clip, page="share_embed")) == "frame-ancestors *"
    assert framed_by(link(clip)) == "frame-ancestors 'self'"


@pytest.mark.parametrize("page", ["share", "share_embed"])
def test_a_link_that_was_never_given_is_not_found(ask: Ask, clip: Clip, page: str) -> None:
    for path in (
        link(clip, UUID_2, page), f"/{page}/{clip.id}/x", f"/{page}/{clip.id}", f"/{page}/999/{UUID_1}",
        f"/{page}/99999999999/{UUID_1}",
    ):  # fmt: skip
        assert ask(path).status_code == 404, path


def test_what_was_unshared_or_deleted_is_gone_with_its_picture_and_its_player(
    ask: Ask, clip: Clip, change: Change
) -> None:
    def answers(uuid: UUID) -> list[int]:
        url = f"http://{HOST}{link(clip, uuid)}"
        asked = [ask(link(clip, uuid)), ask(f"{link(clip, uuid)}/poster.jpg"), ask("/oembed", url=url)]
        return [answer.status_code for answer in asked]

    assert answers(UUID_1) == [200, 200, 200]
    change(uuid=UUID_2)
    assert answers(UUID_1) == [404, 404, 404]
    assert answers(UUID_2) == [200, 200, 200]
    change(gone=True)
    assert answers(UUID_2) == [404, 404, 404]


def test_the_picture_is_asked_for_again_each_time(ask: Ask, clip: Clip, client: FlaskClient) -> None:
    answer = ask(f"{link(clip)}/poster.jpg")
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/jpeg", "public, no-cache")
    headers = {"Host": HOST, "If-None-Match": answer.headers["ETag"]}
    assert client.get(f"{link(clip)}/poster.jpg", headers=headers).status_code == 304


@pytest.mark.parametrize("uuid", ["x", "é", str(UUID_2)])
def test_a_picture_without_the_right_uuid_is_not_found(ask: Ask, clip: Clip, uuid: str) -> None:
    assert ask(f"/share/{clip.id}/{uuid}/poster.jpg").status_code == 404


def test_until_a_clip_has_its_picture_it_shares_its_games(ask: Ask, clip: Clip, change: Change) -> None:
    change(has_poster=False)
    assert f"/pictures/events/{clip.event_id}.png" in ask(link(clip)).text
    assert ask(f"{link(clip)}/poster.jpg").status_code == 404


def test_oembed_answers_with_the_player_of_a_shared_clip(ask: Ask, clip: Clip) -> None:
    told = json.loads(ask("/oembed", url=f"http://{HOST}{link(clip)}", maxwidth=640).data)
    assert told["title"] == f"Glove <save>, {GAME}"
    assert f'src="http://{HOST}{link(clip, page="share_embed")}" width="640" height="360"' in told["html"]
    assert told["thumbnail_url"] == f"http://{HOST}{link(clip)}/poster.jpg"
    assert (told["thumbnail_width"], told["thumbnail_height"]) == (640, 360)


def test_the_page_of_a_shared_clip_says_where_to_ask_for_its_player(ask: Ask, clip: Clip) -> None:
    assert 'type="application/json+oembed"' in ask(link(clip)).text
    assert 'type="application/json+oembed"' not in ask(f"/watch_library/{clip.id}").text


def test_a_clip_is_called_by_its_number_without_its_link(ask: Ask, clip: Clip) -> None:
    page = ask(f"/watch_library/{clip.id}")
    assert (page.status_code, f"<title>Glove &lt;save&gt;, {GAME}, Prairie</title>" in page.text) == (
        200,
        True,
    )
    assert "/share" not in page.text and str(UUID_1) not in page.text
    assert ask("/watch_library/999").status_code == 404


def test_a_clip_of_another_channel_is_not_found(ask: Ask, clip: Clip, other_channel: ChannelFacts) -> None:
    for path in (link(clip), f"{link(clip)}/poster.jpg", f"/watch_library/{clip.id}"):
        assert ask(path, host="atelier.localhost").status_code == 404


def test_a_clip_of_a_game_that_the_channel_shows_no_more_is_not_found(
    ask: Ask, clip: Clip, apply_events: Callable[..., None]
) -> None:
    apply_events()
    for path in (link(clip), f"{link(clip)}/poster.jpg", f"/watch_library/{clip.id}"):
        assert ask(path).status_code == 404


def test_what_is_shared_of_a_game_that_is_over_tells_no_score(ask: Ask, clip: Clip) -> None:
    """The game ended 2–3 after overtime."""
    game = f"/watch/{clip.event_id}"
    told = [ask(path).text for path in (link(clip), f"/watch_library/{clip.id}", game)]
    told += [ask("/oembed", url=f"http://{HOST}{path}").text for path in (link(clip), game)]
    told += [ask(f"{game}.ics").text, ask("/calendar.ics").text]
    for text in told:
        assert "Harlan Falls" in text
        assert not any(word in text for word in ("2-3", "2–3", "2 - 3", "3-2", "3–2", '"score"', "OT"))
