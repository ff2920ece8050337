"""The captions of a clip: files that fit its segments, with times from its first frame."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from touchline.clips.domain.captions import (
    ClipCaptions,
    Run,
    RunCaptions,
    build_caption_files,
    find_runs,
    join_captions,
    list_caption_files,
    list_caption_uris,
    read_captions,
    replace_tags,
    to_clip_time,
)
from touchline.clips.domain.clip_segments import parse_segments
from touchline.clips.domain.playlists import build_media_playlist
from touchline.clips.domain.reel_playlists import ReelPart, Variant, join_part_captions
from touchline.clips.tests.samples import build_rendition, build_segments
from touchline.shared.files.transport_streams import PACKET_SIZE, find_video_timestamp
from touchline.shared.webvtt import TextCue, parse_timestamp_map

SECOND = 90_000
RUNS = [Run(0, 8000, 10 * SECOND), Run(8000, 4000, 50 * SECOND)]
MASTER = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0/index.m3u8\n"


def build_texts(captions: list[ClipCaptions], offset_ms: int = 2000) -> tuple[str, dict[str, str]]:
    """Return the master playlist and the files of a clip with captions."""
    tags, files = build_caption_files(captions, RUNS, offset_ms)
    return replace_tags(MASTER, tags), files


def test_times_count_from_the_first_frame_of_the_clip() -> None:
    found = RunCaptions(
        "en", "English", [[TextCue(1000, 3000, "A"), TextCue(7000, 8000, "B")], [TextCue(0, 9000, "C")]]
    )
    captions = to_clip_time(found, RUNS, 2000, 9000)
    assert captions.cues == [
        TextCue(0, 1000, "A"),
        TextCue(5000, 6000, "B"),
        TextCue(6000, 9000, "C"),
    ]


def test_each_run_has_a_file_that_maps_its_times_to_those_of_the_video() -> None:
    cues = [TextCue(0, 1000, "A"), TextCue(5000, 8000, "C")]
    master, files = build_texts([ClipCaptions("en", "English", cues)])
    (uri,) = list_caption_uris(master)
    first, second = (files[name] for name in list_caption_files(uri, files[uri]))
    assert "00:00:00.000 --> 00:00:01.000\nA" in first and "00:00:05.000 --> 00:00:06.000\nC" in first
    assert "00:00:06.000 --> 00:00:08.000\nC" in second
    starts = [parse_timestamp_map(text) for text in (first, second)]
    assert [(it.pts, it.local_ms) for it in starts if it] == [(12 * SECOND, 0), (50 * SECOND, 6000)]


def test_the_playlist_has_the_discontinuities_and_the_length_of_the_video() -> None:
    master, files = build_texts([ClipCaptions("en", "English", [TextCue(0, 1000, "A")])])
    lines = files[list_caption_uris(master)[0]].splitlines()
    assert "#EXT-X-TARGETDURATION:8" in lines and lines[-1] == "#EXT-X-ENDLIST"
    assert [line for line in lines if line.startswith(("#EXTINF", "#EXT-X-DISC"))] == [
        "#EXTINF:8.000,",
        "#EXT-X-DISCONTINUITY",
        "#EXTINF:4.000,",
    ]


def test_languages_keep_their_order_and_are_off_by_default() -> None:
    cue = TextCue(0, 1000, "A")
    captions = [ClipCaptions("fr", "Français", [cue]), ClipCaptions("en", "English", [cue])]
    master, files = build_texts([*captions, ClipCaptions("de", "Deutsch", [])])
    assert [it.language for it in read_captions(master, files.__getitem__)] == ["fr", "en"]
    assert master.count("DEFAULT=NO,AUTOSELECT=YES,FORCED=NO") == 2
    assert 'BANDWIDTH=1,SUBTITLES="captions"' in master


def test_captions_without_text_leave_the_playlist_as_it_was() -> None:
    with_captions, _ = build_texts([ClipCaptions("en", "English", [TextCue(0, 1000, "A")])])
    tags, files = build_caption_files([ClipCaptions("en", "English", [])], RUNS, 2000)
    assert (tags, files) == ([], {})
    assert replace_tags(with_captions, tags) == MASTER


def test_other_text_has_other_file_names_so_that_a_clip_never_shows_half_a_change() -> None:
    masters = [build_texts([ClipCaptions("en", "English", [TextCue(0, 1000, it)])])[0] for it in "AB"]
    assert list_caption_uris(masters[0]) != list_caption_uris(masters[1])


def test_the_playlist_of_a_clip_from_a_live_stream_says_when_each_run_was_live() -> None:
    origin = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
    segments = (*build_segments(range(2)), *build_segments([2, 3], discontinuity=1, shift_ms=500))
    playlist = build_media_playlist(build_rendition("v0", segments), 0, origin)
    runs = find_runs(parse_segments("v0/index.m3u8", playlist), lambda name: int(name[-4]))
    assert [(run.start_ms, run.duration_ms, run.start_pts) for run in runs] == [(0, 8000, 0), (8000, 8000, 2)]
    assert [run.starts_at for run in runs] == [origin, origin + timedelta(seconds=8.5)]


def test_a_caption_that_goes_on_in_the_next_part_is_one_cue() -> None:
    parts = [
        ([ClipCaptions("en", "English", [TextCue(3000, 4000, "A")])], 0),
        ([ClipCaptions("en", "English", [TextCue(0, 1000, "A")]), ClipCaptions("fr", "Français", [])], 4000),
    ]
    joined = join_captions(parts)
    assert [(it.language, it.cues) for it in joined] == [("en", [TextCue(3000, 5000, "A")]), ("fr", [])]


def test_a_reel_shows_the_captions_of_each_part_with_its_segments() -> None:
    def build_part(second: int, text: str) -> ReelPart:
        segments = parse_segments("v0/index.m3u8", "#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts\n")
        captions = [ClipCaptions("en", "English", [TextCue(3000, 5000, text), TextCue(9000, 10_000, text)])]
        return ReelPart(f"clips/{second}", second * 1000, [Variant("", segments)], captions)

    # The last segment of the first part is the first one of the second part.
    (captions,) = join_part_captions([build_part(0, "A"), build_part(8, "B")])
    assert captions.cues == [
        TextCue(3000, 5000, "A"),
        TextCue(9000, 10_000, "A"),
        TextCue(12_000, 13_000, "B"),
        TextCue(17_000, 18_000, "B"),
    ]


def test_the_timestamp_of_the_first_frame_is_read_from_a_segment() -> None:
    def build_packet(stream_id: int, pts: int, adaptation: int = 0) -> bytes:
        times = [
            0x21 | pts >> 29 & 0x0E,
            pts >> 22 & 0xFF,
            pts >> 14 & 0xFE | 1,
            pts >> 7 & 0xFF,
            pts << 1 & 0xFE | 1,
        ]
        pes = bytes([0, 0, 1, stream_id, 0, 0, 0x80, 0x80, 5, *times])
        field = bytes([adaptation - 1, *[0] * (adaptation - 1)]) if adaptation else b""
        head = bytes([0x47, 0x41, 0, 0x30 if adaptation else 0x10])
        return (head + field + pes).ljust(PACKET_SIZE, b"\xff")

    table = bytes([0x47, 0x40, 0, 0x10]).ljust(PACKET_SIZE, b"\0")
    largest = (1 << 33) - 1
    data = table + build_packet(0xC0, 5) + build_packet(0xE0, largest, adaptation=8)
    assert find_video_timestamp(data) == largest
    assert find_video_timestamp(table) is None and find_video_timestamp(b"source 3") is None
