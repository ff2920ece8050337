"""The playlists of a live stream, and reading them back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.domain.live_playlist import (
    LINGER,
    TARGET_SECONDS,
    Playlist,
    Variant,
    master_text,
    read_playlist,
)
from touchline.catalog.tests.samples import NOON

MINUTE = timedelta(minutes=1)


def two_takes() -> Playlist:
    """Two segments, a pause of a minute, one more."""
    found = Playlist()
    found.entries += found.following(1, [2000, 1960], NOON)
    found.entries += found.following(3, [2040], NOON + MINUTE)
    return found


def test_a_game_is_listed_from_its_start_with_its_clock_and_its_breaks() -> None:
    assert two_takes().text("source", ended=False) == (
        "#EXTM3U\n"
        "#EXT-X-VERSION:6\n"
        "#EXT-X-TARGETDURATION:4\n"
        "#EXT-X-MEDIA-SEQUENCE:0\n"
        "#EXT-X-PLAYLIST-TYPE:EVENT\n"
        "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.000Z\n"
        "#EXTINF:2.000,\n"
        "source/1-00000.ts\n"
        "#EXTINF:1.960,\n"
        "source/1-00001.ts\n"
        "#EXT-X-DISCONTINUITY\n"
        "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:01:00.000Z\n"
        "#EXTINF:2.040,\n"
        "source/3-00000.ts\n"
    )


def test_a_game_that_is_over_says_so() -> None:
    assert two_takes().text("small", ended=True).endswith("small/3-00000.ts\n#EXT-X-ENDLIST\n")


@pytest.mark.parametrize("lengths", [[2000], [450, 4400, 1000], [4449]])
def test_the_target_is_the_same_from_the_first_playlist_on(lengths: list[int]) -> None:
    playlist = Playlist()
    for length in lengths:
        playlist.entries += playlist.following(1, [length], NOON)
        assert f"#EXT-X-TARGETDURATION:{TARGET_SECONDS}\n" in playlist.text("source", ended=False)
        assert round(length / 1000) <= TARGET_SECONDS


def test_a_target_that_an_older_release_wrote_is_kept() -> None:
    playlist = read_playlist("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9.000,\nsource/1-00000.ts\n")
    playlist.entries += playlist.following(1, [2000], NOON)
    assert "#EXT-X-TARGETDURATION:9\n" in playlist.text("source", ended=False)


def test_pictures_of_another_size_within_a_take_are_a_discontinuity() -> None:
    playlist = Playlist()
    playlist.entries += playlist.following(1, [2000, 2000, 2000], NOON, [False, True, False])
    text = playlist.text("720p", ended=False)
    assert text.count("#EXT-X-DISCONTINUITY\n") == 1
    assert text.index("720p/1-00000.ts") < text.index("#EXT-X-DISCONTINUITY") < text.index("1-00001.ts")
    assert read_playlist(text) == playlist
    assert read_playlist(text).text("720p", ended=False) == text


def test_a_break_that_has_left_the_window_is_counted() -> None:
    window = timedelta(seconds=4)
    playlist = Playlist()
    playlist.entries += playlist.following(1, [2000] * 4, NOON, [False, True, False, False])
    text = playlist.text("source", ended=False, window=window)
    assert "#EXT-X-DISCONTINUITY-SEQUENCE:1\n" in text
    assert "#EXT-X-DISCONTINUITY\n" not in text
    assert playlist.slide(-LINGER + window)
    assert playlist.breaks == 1


def test_what_was_written_is_read_back_and_goes_on() -> None:
    written = two_takes()
    found = read_playlist(written.text("source", ended=False))
    assert found == written
    (more,) = found.following(3, [2000], NOON)
    assert (more.name, more.at) == ("3-00001.ts", NOON + MINUTE + timedelta(milliseconds=2040))


def test_a_window_slides_and_counts_what_has_left_it() -> None:
    window = timedelta(seconds=4)
    found = two_takes()
    found.entries += found.following(3, [2000], NOON)
    text = found.text("source", ended=False, window=window)
    assert "#EXT-X-MEDIA-SEQUENCE:3\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-PROGRAM-DATE-TIME" in text
    assert "PLAYLIST-TYPE" not in text
    assert read_playlist(text).entries == found.entries[3:]
    assert read_playlist(text).text("source", ended=False, window=window) == text


def test_a_segment_lingers_after_it_has_left_the_window() -> None:
    found = two_takes()
    assert found.slide(timedelta(seconds=4)) == []
    found.entries += found.following(3, [2000] * 40, NOON)
    gone = found.slide(timedelta(seconds=4))
    left = sum(entry.duration_ms for entry in found.entries)
    assert [entry.name for entry in gone[:3]] == ["1-00000.ts", "1-00001.ts", "3-00000.ts"]
    assert (found.passed, found.breaks) == (len(gone), 1)
    assert 4000 + LINGER.total_seconds() * 1000 <= left + 2000


SOURCE = Variant("source", 1280, 720, 3_000_000, 2_600_000, 25.0, "avc1.64001f,mp4a.40.2")
SMALL = Variant("small", 640, 360, 800_000, 700_000, 29.97, "avc1.64001e,mp4a.40.2")
AUDIO = Variant("audio", 0, 0, 140_000, 130_000, 0.0, "mp4a.40.2")


def test_the_master_names_the_renditions() -> None:
    assert master_text([SOURCE, SMALL, AUDIO]).splitlines()[2:] == [
        "#EXT-X-STREAM-INF:BANDWIDTH=3000000,AVERAGE-BANDWIDTH=2600000,RESOLUTION=1280x720,"
        'FRAME-RATE=25.000,CODECS="avc1.64001f,mp4a.40.2",CLOSED-CAPTIONS=NONE',
        "source.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,AVERAGE-BANDWIDTH=700000,RESOLUTION=640x360,"
        'FRAME-RATE=29.970,CODECS="avc1.64001e,mp4a.40.2",CLOSED-CAPTIONS=NONE',
        "small.m3u8",
        '#EXT-X-STREAM-INF:BANDWIDTH=140000,AVERAGE-BANDWIDTH=130000,CODECS="mp4a.40.2",CLOSED-CAPTIONS=NONE',
        "audio.m3u8",
    ]


def test_captions_in_the_picture_are_announced_for_every_rendition() -> None:
    text = master_text([SOURCE, SMALL], captions=True)
    assert '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",INSTREAM-ID="CC1"' in text
    assert text.count('CLOSED-CAPTIONS="cc"') == 2
    assert "NONE" not in text
