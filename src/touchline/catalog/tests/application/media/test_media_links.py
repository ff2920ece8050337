"""The media links of an event for one viewer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from touchline.catalog.application.media.media_links import SignedMediaLinks
from touchline.catalog.domain.media.assets import MediaItem, MediaOwner, MediaType, StoredPackage
from touchline.catalog.ports.media.delivery import SignedUrl, TokenScope
from touchline.catalog.tests.fakes import FakeSiteUrls
from touchline.catalog.tests.media_fakes import FakeMediaItems
from touchline.shared.ids import AccountId, AssetId, ChannelId, SessionId
from touchline.shared.principal import Principal

EXPIRES_AT = datetime(2026, 11, 21, 14, 45, tzinfo=UTC)
EVENT_OWNER = MediaOwner("event", 5)
PACKAGE = StoredPackage(
    "assets/7-x", 61_500, 1280, 720, 30.0, has_audio=True, has_captions=True, storyboard=True
)
VIEWER = Principal(ChannelId(1), SessionId(41), AccountId(3), "en", "US")
ANONYMOUS = Principal(ChannelId(1), SessionId(0), None, "en", "US")


class FakeUrlSigner:
    """`UrlSigner` with readable URLs."""

    def sign(
        self,
        path: str,
        session_id: SessionId,
        scope: TokenScope,
        region: str | None = None,
        share_id: str | None = None,
        *,
        until: datetime | None = None,
    ) -> SignedUrl:
        return SignedUrl(f"/media/{session_id}.{scope}{region or ''}/{path}", EXPIRES_AT)

    def sign_simulation(
        self,
        path: str,
        session_id: SessionId,
        starts_at: datetime,
        region: str | None = None,
        *,
        audio_only: bool = False,
    ) -> SignedUrl:
        audio = "a" if audio_only else ""
        return SignedUrl(f"/media/{session_id}.s{int(starts_at.timestamp())}{audio}/{path}", EXPIRES_AT)


@pytest.fixture
def media_links() -> SignedMediaLinks:
    return SignedMediaLinks(FakeMediaItems(), FakeUrlSigner(), FakeSiteUrls())


def build_item(kind: MediaType, url: str = "") -> MediaItem:
    package = None if url else PACKAGE
    return MediaItem(9, EVENT_OWNER, kind, "First half", url, None if url else AssetId(7), package)


def get_url(
    media_links: SignedMediaLinks, kind: MediaType, *, can_play: bool, viewer: Principal = VIEWER
) -> object:
    return media_links.build_links([build_item(kind)], can_play=can_play, principal=viewer)[0]["url"]


def test_a_recording_link_has_everything_the_player_needs(media_links: SignedMediaLinks) -> None:
    assert media_links.build_links([build_item(MediaType.VOD)], can_play=True, principal=VIEWER) == [
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


def test_without_access_stream_and_storyboard_have_no_url(media_links: SignedMediaLinks) -> None:
    for kind in (MediaType.VOD, MediaType.THUMBNAILS):
        assert get_url(media_links, kind, can_play=True) is not None
        assert get_url(media_links, kind, can_play=False) is None


def test_audio_only_links_open_the_audio_and_withhold_everything_with_a_picture(
    media_links: SignedMediaLinks,
) -> None:
    def get_audio_url(item: MediaItem) -> object:
        return media_links.build_links([item], can_play=True, principal=VIEWER, audio_only=True)[0]["url"]

    assert get_audio_url(build_item(MediaType.VOD)) == "/media/41.a/assets/7-x/master.m3u8"
    assert get_audio_url(build_item(MediaType.LIVE, "live/3-cd/master.m3u8")) == (
        "/media/41.a/live/3-cd/master.m3u8"
    )
    assert get_audio_url(build_item(MediaType.THUMBNAILS)) is None
    assert get_audio_url(build_item(MediaType.EMBEDDED, "https://player.example.org/7")) is None
    assert get_audio_url(build_item(MediaType.LIVE, "https://cdn.example.org/live.m3u8")) is None
    started_at = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    link = media_links.build_simulation_link(build_item(MediaType.VOD), started_at, VIEWER, audio_only=True)
    assert str(link["url"]).startswith(f"/media/41.s{int(started_at.timestamp())}a/")


def test_the_poster_is_public_and_opens_nothing_else(media_links: SignedMediaLinks) -> None:
    assert get_url(media_links, MediaType.IMAGE, can_play=False) == "/media/0.f/assets/7-x/poster.jpg"


def test_an_anonymous_session_plays_nothing(media_links: SignedMediaLinks) -> None:
    assert get_url(media_links, MediaType.VOD, can_play=True, viewer=ANONYMOUS) is None


def test_external_images_and_previews_are_public_and_embeds_are_not(media_links: SignedMediaLinks) -> None:
    rows = [
        build_item(MediaType.IMAGE, "/files/prairie/abc-card.webp"),
        build_item(MediaType.EMBEDDED_PREVIEW, "https://elsewhere.example/teaser"),
        build_item(MediaType.PREVIEW, "https://elsewhere.example/teaser.mp4?x=1"),
        build_item(MediaType.EMBEDDED, "https://elsewhere.example/game"),
        build_item(MediaType.LIVE, "https://elsewhere.example/live.m3u8"),
    ]
    simulation_link = media_links.build_links(rows, can_play=False, principal=VIEWER)
    assert [link["url"] for link in simulation_link] == [
        "https://media.example/files/prairie/abc-card.webp",
        "https://elsewhere.example/teaser",
        "https://elsewhere.example/teaser.mp4?x=1",
        None,
        None,
    ]
    assert [link["mime_type"] for link in simulation_link] == [
        "image/webp",
        "text/html",
        "video/mp4",
        "text/html",
        "application/vnd.apple.mpegurl",
    ]
    assert all(link["expires_at"] is None for link in simulation_link)
    assert (
        media_links.build_links(rows, can_play=True, principal=VIEWER)[3]["url"]
        == "https://elsewhere.example/game"
    )


def test_a_simulation_is_a_live_stream_with_its_own_url(media_links: SignedMediaLinks) -> None:
    simulation_link = media_links.build_simulation_link(build_item(MediaType.VOD), EXPIRES_AT, VIEWER)
    start = int(EXPIRES_AT.timestamp())
    assert (simulation_link["type"], simulation_link["start_ts"], simulation_link["duration"]) == (
        2,
        start,
        61.5,
    )
    assert (simulation_link["url"], simulation_link["expires_at"]) == (
        f"/media/41.s{start}/assets/7-x/master.m3u8",
        "2026-11-21T14:45:00Z",
    )
    assert media_links.build_simulation_link(build_item(MediaType.VOD), EXPIRES_AT, ANONYMOUS)["url"] is None


def test_with_a_geo_rule_a_url_is_bound_to_one_country_but_a_poster_is_not(
    media_links: SignedMediaLinks,
) -> None:
    recording_url, poster = media_links.build_links(
        [build_item(MediaType.VOD), build_item(MediaType.IMAGE)], can_play=True, principal=VIEWER, region="US"
    )
    assert (recording_url["url"], poster["url"]) == (
        "/media/41.dUS/assets/7-x/master.m3u8",
        "/media/0.f/assets/7-x/poster.jpg",
    )
