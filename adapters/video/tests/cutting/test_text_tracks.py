"""Tests of captions in cut files: text tracks, and CEA-608 in the copied pictures."""

import subprocess
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import av
import imageio_ffmpeg
import pytest

from adapters.video.captions.closed_captions import ClosedCaptionCollector
from adapters.video.cutting.cutter import FfmpegCutter
from adapters.video.cutting.text_tracks import flatten_cues
from adapters.video.tests.captioned_video import caption_every_two_seconds, write_captions
from adapters.video.tests.conftest import MakeSegments
from touchline.clips.ports.cutting import TextTrack
from touchline.shared.webvtt import TextCue, parse_cues

ENGLISH = TextTrack(
    "English", "en", [TextCue(500, 1500, "Hello &amp; bye"), TextCue(2000, 4000, "<i>Wide</i>")]
)
FRENCH = TextTrack("Français", "fr-CA", [TextCue(500, 1500, "Bonjour")])
EMBEDDED = TextTrack("Captions", "", [TextCue(0, 1000, "Caption 1")])


def read_track(file: Path, number: int) -> list[TextCue]:
    """Return the cues of a text track, as ffmpeg reads them."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", str(file), "-map", f"0:s:{number}"]
    result = subprocess.run([*command, "-f", "webvtt", "-"], capture_output=True, check=True)
    return parse_cues(result.stdout.decode())


def list_text_tracks(file: Path) -> list[tuple[str, str, bool]]:
    """Return the language, the name and whether it is on by default, of each text track."""
    with av.open(str(file)) as container:
        return [
            (
                stream.metadata.get("language", ""),
                stream.metadata.get("handler_name", ""),
                bool(stream.disposition & av.stream.Disposition.default),
            )
            for stream in container.streams
            if stream.type == "subtitle"
        ]


def ignore(_share: float) -> None:
    """Ignore progress."""


@pytest.fixture
def cut(make_segments: MakeSegments, tmp_path: Path) -> Callable[..., Path]:
    def run(tracks: Sequence[TextTrack], start_ms: int = 1000, duration_ms: int = 5000) -> Path:
        into = tmp_path / "cut.mp4"
        FfmpegCutter().cut([make_segments("25", 10)], start_ms, duration_ms, into, ignore, tracks)
        return into

    return run


def test_a_clip_has_a_text_track_for_each_language_in_order_and_shows_none_by_itself(
    cut: Callable[..., Path],
) -> None:
    file = cut([ENGLISH, FRENCH, EMBEDDED])
    assert list_text_tracks(file) == [
        ("eng", "English", False),
        ("fra", "Français", False),
        ("und", "Captions", False),
    ]
    assert read_track(file, 0) == [TextCue(500, 1500, "Hello & bye"), TextCue(2000, 4000, "Wide")]
    assert read_track(file, 1) == [TextCue(500, 1500, "Bonjour")]


def test_the_picture_and_the_sound_of_a_clip_stay_enabled(cut: Callable[..., Path]) -> None:
    with av.open(str(cut([ENGLISH]))) as container:
        enabled = {
            stream.type: bool(stream.disposition & av.stream.Disposition.default)
            for stream in container.streams
        }
    assert enabled == {"video": True, "audio": True, "subtitle": False}


def test_a_clip_without_captions_has_no_text_track(cut: Callable[..., Path]) -> None:
    assert list_text_tracks(cut([])) == []


def test_a_joined_file_has_text_tracks_through_all_its_segments(
    make_segments: MakeSegments, tmp_path: Path
) -> None:
    into = tmp_path / "joined.mp4"
    cues = [TextCue(second * 1000, second * 1000 + 800, f"At {second} s") for second in range(10)]
    track = TextTrack("English", "en", cues)
    FfmpegCutter().concatenate(make_segments("25", 10), into, ignore, text_tracks=[track])
    assert read_track(into, 0) == cues
    assert all(abs(later - earlier) <= 4 for earlier, later in pairwise(list_times(into)))


def test_texts_that_are_shown_at_once_are_lines_of_one_sample() -> None:
    cues = [
        TextCue(0, 2000, "A"),
        TextCue(1000, 3000, "B"),
        TextCue(3000, 4000, "B"),
        TextCue(5000, 6000, " "),
    ]
    assert flatten_cues(cues) == [
        TextCue(0, 1000, "A"),
        TextCue(1000, 2000, "A\nB"),
        TextCue(2000, 4000, "B"),
    ]


def list_times(file: Path) -> list[float]:
    """Return the times of all samples in the order of the file, from which a player reads without a seek."""
    with av.open(str(file)) as container:
        packets = sorted((packet for packet in container.demux() if packet.size), key=lambda it: it.pos or 0)
        return [float((packet.pts or 0) * (packet.time_base or 0)) for packet in packets]


def decode_608(file: Path) -> dict[str, list[TextCue]]:
    """Return the captions that the pictures of a file still have, as this project's decoder reads them."""
    collector, end = ClosedCaptionCollector(), 0
    with av.open(str(file)) as container:
        for packet in container.demux(container.streams.video[0]):
            if packet.pts is not None:
                ticks = round(packet.pts * (packet.time_base or 0) * 90_000)
                collector.add(ticks, bytes(packet))
                end = max(end, ticks + 3600)
    return {
        channel: [TextCue(round(cue.start / 90), round(cue.end / 90), cue.text) for cue in cues]
        for channel, cues in collector.decode_cues(end).items()
    }


def decode_608_with_ffmpeg(file: Path) -> list[str]:
    """Return the captions that ffmpeg finds in the decoded pictures."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi", "-i"]
    command += [f"movie={file}[out+subcc]", "-map", "s", "-f", "webvtt", "-"]
    result = subprocess.run(command, capture_output=True, check=True)
    return [cue.displayed_text for cue in parse_cues(result.stdout.decode())]


@pytest.fixture
def captioned_segments(make_segments: MakeSegments, tmp_path: Path) -> list[Path]:
    """Return segments with a caption in the picture every two seconds."""
    script, first, segments = caption_every_two_seconds(10), 0, []
    for path in make_segments("25", 10):
        with av.open(str(path)) as container:
            count = sum(packet.size > 0 for packet in container.demux(video=0))
        part = {number - first: script.get(number, (0, 0)) for number in range(first, first + count)}
        segments.append(write_captions(path, tmp_path / path.name, part))
        first += count
    return segments


def cut_captioned(segments: Sequence[Sequence[Path]], folder: Path, start_ms: int) -> tuple[Path, float]:
    """Cut 5 s, and return the file and the share of copied frames."""
    into = folder / "cut.mp4"
    result = FfmpegCutter().cut(segments, start_ms, 5000, into, ignore)
    return into, result.copied_share


def test_copied_pictures_keep_their_608_captions(captioned_segments: list[Path], tmp_path: Path) -> None:
    file, copied_share = cut_captioned([captioned_segments], tmp_path, 1800)
    assert copied_share > 0.95
    shown = decode_608(file)["CC1"]
    assert [cue.text for cue in shown] == ["Caption 2", "Caption 3", "Caption 4"]
    assert [cue.start_ms for cue in shown] == pytest.approx([640, 2640, 4640], abs=1)
    assert decode_608_with_ffmpeg(file) == ["Caption 2", "Caption 3", "Caption 4"]


def test_a_caption_whose_codes_are_before_the_cut_is_in_the_text_track_only(
    captioned_segments: list[Path], tmp_path: Path
) -> None:
    file, _ = cut_captioned([captioned_segments], tmp_path, 2300)
    assert [cue.text for cue in decode_608(file)["CC1"]] == ["Caption 3", "Caption 4"]
    (embedded,) = FfmpegCutter().read_embedded_captions([captioned_segments])
    assert [cue.text for cue in embedded.cues[0]][:3] == ["Caption 1", "Caption 2", "Caption 3"]


def test_pictures_that_are_encoded_again_keep_608_too(captioned_segments: list[Path], tmp_path: Path) -> None:
    runs = [captioned_segments[:1], captioned_segments[1:]]
    file, copied_share = cut_captioned(runs, tmp_path, 1800)
    assert copied_share == 0
    assert [cue.text for cue in decode_608(file)["CC1"]] == ["Caption 2", "Caption 3", "Caption 4"]


def test_captions_in_the_picture_are_read_run_by_run(captioned_segments: list[Path]) -> None:
    first, rest = captioned_segments[:1], captioned_segments[1:]
    (captions,) = FfmpegCutter().read_embedded_captions([first, rest])
    assert (captions.language, captions.name) == ("", "Captions")
    assert [[cue.text for cue in cues] for cues in captions.cues] == [
        ["Caption 1", "Caption 2"],
        ["Caption 3", "Caption 4", "Caption 5"],
    ]


def test_pictures_without_captions_have_none_to_read(make_segments: MakeSegments) -> None:
    assert FfmpegCutter().read_embedded_captions([make_segments("25", 10)]) == []
