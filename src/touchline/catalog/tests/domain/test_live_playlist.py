"""The playlists of a live stream, and reading them back."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.domain.live_playlist import LINGER, Playlist, master_text, read_playlist
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
        "#EXT-X-INDEPENDENT-SEGMENTS\n"
        "#EXT-X-TARGETDURATION:2\n"
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


def test_the_target_is_never_less_than_a_segment() -> None:
    slow = Playlist()
    slow.entries += slow.following(1, [4600, 3000], NOON)
    assert "#EXT-X-TARGETDURATION:5\n" in slow.text("source", ended=False)


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


def test_the_master_names_the_renditions() -> None:
    variants = [("source", 1280, 720, 3_000_000, "avc1.64001f"), ("small", 640, 360, 800_000, "avc1.64001e")]
    assert master_text(variants).splitlines()[3:] == [
        '#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,CODECS="avc1.64001f"',
        "source.m3u8",
        '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.64001e"',
        "small.m3u8",
    ]
