"""Playlists with parts: short at any length of the stream, and valid by RFC 8216bis."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.domain.media.live_playlists import LivePlaylist
from touchline.catalog.domain.media.part_playlists import PartPlaylist, PlaylistPart
from touchline.catalog.tests.samples import NOON


def build_part_playlist(segments: int, *, parts_in_progress: int = 0) -> PartPlaylist:
    """Return a stream whose newest segments have four parts each. Those of the next are partly complete."""
    result = PartPlaylist(LivePlaylist())
    without_parts = max(0, segments - 30)
    result.playlist.entries += result.playlist.build_entries(1, [2000] * without_parts, NOON)
    for segment in range(without_parts, segments + 1):
        for index in range(4 if segment < segments else parts_in_progress):
            result.add(PlaylistPart(1, segment, index, 500, is_independent=not index))
        if segment < segments:
            result.playlist.entries += result.playlist.build_entries(1, [2000], NOON)
    return result


def test_the_newest_segments_and_the_one_in_progress_have_parts() -> None:
    text = build_part_playlist(2, parts_in_progress=1).render("source", ended=False)
    assert text == (
        "#EXTM3U\n"
        "#EXT-X-VERSION:9\n"
        "#EXT-X-TARGETDURATION:4\n"
        "#EXT-X-MEDIA-SEQUENCE:0\n"
        "#EXT-X-PLAYLIST-TYPE:EVENT\n"
        "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,PART-HOLD-BACK=1.680\n"
        "#EXT-X-PART-INF:PART-TARGET=0.560\n"
        "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:00.000Z\n"
        "#EXTINF:2.000,\n"
        "source/1-00000.ts\n"
        '#EXT-X-PART:DURATION=0.500,URI="source/1-00001.0.ts",INDEPENDENT=YES\n'
        '#EXT-X-PART:DURATION=0.500,URI="source/1-00001.1.ts"\n'
        '#EXT-X-PART:DURATION=0.500,URI="source/1-00001.2.ts"\n'
        '#EXT-X-PART:DURATION=0.500,URI="source/1-00001.3.ts"\n'
        "#EXTINF:2.000,\n"
        "source/1-00001.ts\n"
        '#EXT-X-PART:DURATION=0.500,URI="source/1-00002.0.ts",INDEPENDENT=YES\n'
    )


def test_the_playlist_is_as_long_after_three_hours_as_after_a_minute() -> None:
    minute, hours = [build_part_playlist(count, parts_in_progress=3) for count in (30, 5400)]
    text = hours.render("source", ended=False)
    assert "#EXT-X-SKIP:SKIPPED-SEGMENTS=5388\n" in text
    assert "source/1-05388.ts\n" in text and "source/1-05387.ts\n" not in text
    assert abs(len(text) - len(minute.render("source", ended=False))) < 10
    assert len(text) < 3000


def test_parts_are_listed_within_three_target_durations_of_the_end() -> None:
    text = build_part_playlist(30).render("source", ended=False)
    assert '1-00024.0.ts"' in text
    assert '1-00023.0.ts"' not in text


def test_a_sliding_window_skips_only_segments_of_the_window() -> None:
    playlist = build_part_playlist(100)
    text = playlist.render("source", ended=False, window=timedelta(seconds=60))
    assert "#EXT-X-MEDIA-SEQUENCE:70\n" in text
    assert "#EXT-X-SKIP:SKIPPED-SEGMENTS=18\n" in text
    assert "#EXT-X-DISCONTINUITY-SEQUENCE:0\n" in text


def test_an_ended_stream_has_no_parts_of_an_unfinished_segment() -> None:
    text = build_part_playlist(2, parts_in_progress=2).render("source", ended=True)
    assert text.endswith("source/1-00001.ts\n#EXT-X-ENDLIST\n")


def test_another_video_format_begins_with_a_discontinuity_before_its_first_part() -> None:
    playlist = build_part_playlist(2)
    playlist.add(PlaylistPart(1, 2, 0, 500, is_independent=True, is_discontinuity=True))
    assert playlist.render("source", ended=False).endswith(
        "#EXT-X-DISCONTINUITY\n"
        "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T18:00:04.000Z\n"
        '#EXT-X-PART:DURATION=0.500,URI="source/1-00002.0.ts",INDEPENDENT=YES\n'
    )


def test_the_parts_of_the_segment_in_progress_can_be_read_back() -> None:
    playlist = build_part_playlist(30, parts_in_progress=2)
    text = playlist.render("360p", ended=False)
    assert playlist.read_in_progress(text) == playlist.parts[-2:]
    playlist.playlist.entries += playlist.playlist.build_entries(1, [1000], NOON)
    assert playlist.read_in_progress(text) == []
    assert playlist.read_in_progress("") == []


def test_no_parts_are_listed_before_a_segment_without_parts() -> None:
    playlist = build_part_playlist(3)
    playlist.playlist.entries += playlist.playlist.build_entries(2, [2000], NOON)
    text = playlist.render("source", ended=False)
    assert text.endswith("source/2-00000.ts\n") and "#EXT-X-PART:" not in text
    playlist.add(PlaylistPart(2, 1, 0, 500, is_independent=True))
    assert playlist.render("source", ended=False).count("#EXT-X-PART:") == 1
