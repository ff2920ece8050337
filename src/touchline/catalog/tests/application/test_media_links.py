"""What one viewer is told of the media of an event."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from touchline.catalog.application.media_links import MediaLinks
from touchline.catalog.domain.media import Made, MediaRow, MediaType, Owner
from touchline.catalog.ports.delivery import Scope, SignedAddress
from touchline.catalog.tests.fakes import PlainAddresses
from touchline.catalog.tests.media_fakes import FakeRows
from touchline.shared.ids import AccountId, AssetId, ChannelId, SessionId
from touchline.shared.principal import Principal

UNTIL = datetime(2026, 11, 21, 14, 45, tzinfo=UTC)
GAME = Owner("event", 5)
MADE = Made("assets/7-x", 61_500, 1280, 720, 30.0, has_audio=True, has_captions=True, storyboard=True)
VIEWER = Principal(ChannelId(1), SessionId(41), AccountId(3), "en", "US")
NOBODY = Principal(ChannelId(1), SessionId(0), None, "en", "US")


class PlainSigns:
    """`Signs` whose addresses can be read."""

    def address(
        self,
        path: str,
        session_id: SessionId,
        scope: Scope,
        region: str | None = None,
        share: str | None = None,
    ) -> SignedAddress:
        return SignedAddress(f"/media/{session_id}.{scope}{region or ''}/{path}", UNTIL)

    def showing(
        self, path: str, session_id: SessionId, starts_at: datetime, region: str | None = None
    ) -> SignedAddress:
        return SignedAddress(f"/media/{session_id}.s{int(starts_at.timestamp())}/{path}", UNTIL)


@pytest.fixture
def media() -> MediaLinks:
    return MediaLinks(FakeRows(), PlainSigns(), PlainAddresses())


def row(kind: MediaType, url: str = "") -> MediaRow:
    made = None if url else MADE
    return MediaRow(9, GAME, kind, "First half", url, None if url else AssetId(7), made)


def address(media: MediaLinks, kind: MediaType, *, may_play: bool, who: Principal = VIEWER) -> object:
    return media.links([row(kind)], may_play=may_play, principal=who)[0]["url"]


def test_a_recording_is_told_with_all_that_the_player_needs(media: MediaLinks) -> None:
    assert media.links([row(MediaType.VOD)], may_play=True, principal=VIEWER) == [
        {
            "id": 9,
            "type": 3,
            "name": "First half",
            "url": "/media/41.d/assets/7-x/master.m3u8",
            "mime_type": "application/vnd.apple.mpegurl",
            "duration": 61.5,
            "width": 1280,
            "height": 720,
            "start_ts": None,
            "expires_at": "2026-11-21T14:45:00Z",
        }
    ]


def test_who_may_not_play_gets_no_address_of_stream_and_storyboard(media: MediaLinks) -> None:
    for kind in (MediaType.VOD, MediaType.THUMBNAILS):
        assert address(media, kind, may_play=True) is not None
        assert address(media, kind, may_play=False) is None


def test_the_poster_is_open_to_anybody_and_opens_nothing_else(media: MediaLinks) -> None:
    assert address(media, MediaType.IMAGE, may_play=False) == "/media/0.f/assets/7-x/poster.jpg"


def test_nobodys_session_plays_nothing(media: MediaLinks) -> None:
    assert address(media, MediaType.VOD, may_play=True, who=NOBODY) is None


def test_pictures_and_previews_with_an_address_are_open_and_embeds_are_not(media: MediaLinks) -> None:
    rows = [
        row(MediaType.IMAGE, "/files/prairie/abc-card.webp"),
        row(MediaType.EMBEDDED_PREVIEW, "https://elsewhere.example/teaser"),
        row(MediaType.PREVIEW, "https://elsewhere.example/teaser.mp4?x=1"),
        row(MediaType.EMBEDDED, "https://elsewhere.example/game"),
        row(MediaType.LIVE, "https://elsewhere.example/live.m3u8"),
    ]
    told = media.links(rows, may_play=False, principal=VIEWER)
    assert [link["url"] for link in told] == [
        "https://media.example/files/prairie/abc-card.webp",
        "https://elsewhere.example/teaser",
        "https://elsewhere.example/teaser.mp4?x=1",
        None,
        None,
    ]
    assert [link["mime_type"] for link in told] == [
        "image/webp",
        "text/html",
        "video/mp4",
        "text/html",
        "application/vnd.apple.mpegurl",
    ]
    assert all(link["expires_at"] is None for link in told)
    assert media.links(rows, may_play=True, principal=VIEWER)[3]["url"] == "https://elsewhere.example/game"


def test_a_simulated_showing_is_a_live_stream_with_an_address_of_its_own(media: MediaLinks) -> None:
    told = media.showing(row(MediaType.VOD), UNTIL, VIEWER)
    start = int(UNTIL.timestamp())
    assert (told["type"], told["start_ts"], told["duration"]) == (2, start, 61.5)
    assert (told["url"], told["expires_at"]) == (
        f"/media/41.s{start}/assets/7-x/master.m3u8",
        "2026-11-21T14:45:00Z",
    )
    assert media.showing(row(MediaType.VOD), UNTIL, NOBODY)["url"] is None


def test_where_a_rule_looks_at_countries_an_address_is_good_for_one_but_a_poster_for_all(
    media: MediaLinks,
) -> None:
    film, poster = media.links(
        [row(MediaType.VOD), row(MediaType.IMAGE)], may_play=True, principal=VIEWER, region="US"
    )
    assert (film["url"], poster["url"]) == (
        "/media/41.dUS/assets/7-x/master.m3u8",
        "/media/0.f/assets/7-x/poster.jpg",
    )
