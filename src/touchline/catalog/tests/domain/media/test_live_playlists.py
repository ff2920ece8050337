"""Rendering and parsing the playlists of a live stream."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.domain.media.audio_tracks import AudioTrack
from touchline.catalog.domain.media.live_playlists import (
    TARGET_DURATION_SECONDS,
    WINDOW_RETENTION,
    LivePlaylist,
    VariantStream,
    build_master_playlist,
    list_audio_tracks,
    list_playlists,
    parse_playlist,
)
from touchline.catalog.tests.samples import NOON

MINUTE = timedelta(minutes=1)


def build_two_sessions() -> LivePlaylist:
    """Return two segments, a pause of one minute, and one more segment."""
    found = LivePlaylist()
    found.entries += found.build_entries(1, [2000, 1960], NOON)
    found.entries += found.build_entries(3, [2040], NOON + MINUTE)
    return found


def test_a_stream_is_listed_from_its_start_with_date_times_and_discontinuities() -> None:
    assert build_two_sessions().render("source", ended=False) == (
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


def test_an_ended_stream_has_an_endlist_tag() -> None:
    assert build_two_sessions().render("small", ended=True).endswith("small/3-00000.ts\n#EXT-X-ENDLIST\n")


@pytest.mark.parametrize("lengths", [[2000], [450, 4400, 1000], [4449]])
def test_the_target_duration_is_the_same_from_the_first_playlist_on(lengths: list[int]) -> None:
    playlist = LivePlaylist()
    for length in lengths:
        playlist.entries += playlist.build_entries(1, [length], NOON)
        assert f"#EXT-X-TARGETDURATION:{TARGET_DURATION_SECONDS}\n" in playlist.render("source", ended=False)
        assert round(length / 1000) <= TARGET_DURATION_SECONDS


def test_the_target_duration_of_an_older_release_is_preserved() -> None:
    playlist = parse_playlist("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9.000,\nsource/1-00000.ts\n")
    playlist.entries += playlist.build_entries(1, [2000], NOON)
    assert "#EXT-X-TARGETDURATION:9\n" in playlist.render("source", ended=False)


def test_a_new_frame_size_within_a_session_is_a_discontinuity() -> None:
    playlist = LivePlaylist()
    playlist.entries += playlist.build_entries(1, [2000, 2000, 2000], NOON, [False, True, False])
    text = playlist.render("720p", ended=False)
    assert text.count("#EXT-X-DISCONTINUITY\n") == 1
    assert text.index("720p/1-00000.ts") < text.index("#EXT-X-DISCONTINUITY") < text.index("1-00001.ts")
    assert parse_playlist(text) == playlist
    assert parse_playlist(text).render("720p", ended=False) == text


def test_a_discontinuity_that_left_the_window_is_counted() -> None:
    window = timedelta(seconds=4)
    playlist = LivePlaylist()
    playlist.entries += playlist.build_entries(1, [2000] * 4, NOON, [False, True, False, False])
    text = playlist.render("source", ended=False, window=window)
    assert "#EXT-X-DISCONTINUITY-SEQUENCE:1\n" in text
    assert "#EXT-X-DISCONTINUITY\n" not in text
    assert playlist.remove_expired(-WINDOW_RETENTION + window)
    assert playlist.discontinuity_sequence == 1


def test_a_rendered_playlist_is_parsed_and_continued() -> None:
    written = build_two_sessions()
    found = parse_playlist(written.render("source", ended=False))
    assert found == written
    (more,) = found.build_entries(3, [2000], NOON)
    assert (more.name, more.starts_at) == ("3-00001.ts", NOON + MINUTE + timedelta(milliseconds=2040))


def test_a_window_slides_and_counts_removed_segments() -> None:
    window = timedelta(seconds=4)
    found = build_two_sessions()
    found.entries += found.build_entries(3, [2000], NOON)
    text = found.render("source", ended=False, window=window)
    assert "#EXT-X-MEDIA-SEQUENCE:3\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-PROGRAM-DATE-TIME" in text
    assert "PLAYLIST-TYPE" not in text
    assert parse_playlist(text).entries == found.entries[3:]
    assert parse_playlist(text).render("source", ended=False, window=window) == text


def test_a_segment_is_retained_after_it_left_the_window() -> None:
    found = build_two_sessions()
    assert found.remove_expired(timedelta(seconds=4)) == []
    found.entries += found.build_entries(3, [2000] * 40, NOON)
    removed = found.remove_expired(timedelta(seconds=4))
    remaining = sum(entry.duration_ms for entry in found.entries)
    assert [entry.name for entry in removed[:3]] == ["1-00000.ts", "1-00001.ts", "3-00000.ts"]
    assert (found.media_sequence, found.discontinuity_sequence) == (len(removed), 1)
    assert 4000 + WINDOW_RETENTION.total_seconds() * 1000 <= remaining + 2000


SOURCE = VariantStream("source", 1280, 720, 3_000_000, 2_600_000, 25.0, "avc1.64001f,mp4a.40.2")
SMALL = VariantStream("small", 640, 360, 800_000, 700_000, 29.97, "avc1.64001e,mp4a.40.2")
AUDIO = VariantStream("audio", 0, 0, 140_000, 130_000, 0.0, "mp4a.40.2")


def test_the_master_playlist_lists_the_renditions() -> None:
    assert build_master_playlist([SOURCE, SMALL, AUDIO]).splitlines()[2:] == [
        "#EXT-X-STREAM-INF:BANDWIDTH=3000000,AVERAGE-BANDWIDTH=2600000,RESOLUTION=1280x720,"
        'FRAME-RATE=25.000,CODECS="avc1.64001f,mp4a.40.2",CLOSED-CAPTIONS=NONE',
        "source.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,AVERAGE-BANDWIDTH=700000,RESOLUTION=640x360,"
        'FRAME-RATE=29.970,CODECS="avc1.64001e,mp4a.40.2",CLOSED-CAPTIONS=NONE',
        "small.m3u8",
        '#EXT-X-STREAM-INF:BANDWIDTH=140000,AVERAGE-BANDWIDTH=130000,CODECS="mp4a.40.2",CLOSED-CAPTIONS=NONE',
        "audio.m3u8",
    ]


def test_embedded_captions_are_declared_for_every_rendition() -> None:
    text = build_master_playlist([SOURCE, SMALL], has_captions=True)
    assert '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",INSTREAM-ID="CC1"' in text
    assert text.count('CLOSED-CAPTIONS="cc"') == 2
    assert "NONE" not in text


def test_the_master_playlist_lists_the_audio_tracks() -> None:
    tracks = [
        AudioTrack('Home "A"', "en"),
        AudioTrack("Away", "en", "audio2"),
        AudioTrack("Français", "fr", "audio3"),
    ]
    master = build_master_playlist([SOURCE, AUDIO], tracks)
    assert [line for line in master.splitlines() if "TYPE=AUDIO" in line] == [
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Home A",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,'
        'CHANNELS="2"',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Away",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=NO,'
        'CHANNELS="2",URI="audio2.m3u8"',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Français",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,'
        'CHANNELS="2",URI="audio3.m3u8"',
    ]
    assert master.count(',AUDIO="sounds"\n') == 2
    assert list_playlists(master) == ["source", "audio", "audio2", "audio3"]
    assert [track.playlist for track in list_audio_tracks(master)] == ["", "audio2", "audio3"]
