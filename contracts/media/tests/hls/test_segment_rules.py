"""The rules for segments: a package made by the product, with one defect at a time."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from contracts.media.generated_videos import AAC, COPYABLE_H264, VideoSpec, draw_video
from contracts.media.hls.package_rules import check_package
from contracts.media.hls.segment_rules import average_bitrate, peak_bitrate
from contracts.media.outputs import make_output

FolderEdit = Callable[[Path], None]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return 10 s of video and audio in two sizes, three segments each."""
    folder = tmp_path_factory.mktemp("package")
    video = draw_video(folder / "film.mp4", VideoSpec(seconds=10), *COPYABLE_H264, *AAC)
    return make_output([video], folder).folder


@pytest.fixture
def package_copy(package: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may break."""
    return Path(shutil.copytree(package, tmp_path / "copy"))


def find_violated_rules(folder: Path) -> set[str]:
    return {violation.rule for violation in check_package(folder)}


def edit_playlist(folder: Path, name: str, original: str, replacement: str) -> None:
    text = (folder / name).read_text()
    assert re.search(original, text)
    (folder / name).write_text(re.sub(original, replacement, text, count=1))


def shift_continuity_counter(folder: Path, name: str, add: int) -> None:
    data = np.frombuffer((folder / name).read_bytes(), np.uint8).reshape(-1, 188).copy()
    data[-3, 3] = (data[-3, 3] & 0xF0) | ((data[-3, 3] + add) & 0x0F)
    (folder / name).write_bytes(data.tobytes())


def remove_first_packets(folder: Path, name: str, packets: int) -> None:
    (folder / name).write_bytes((folder / name).read_bytes()[188 * packets :])


def test_our_package_has_no_violations(package: Path) -> None:
    assert check_package(package) == []


@pytest.mark.parametrize(
    ("rule", "original", "replacement"),
    [
        ("resolution-is-true", "RESOLUTION=160x90", "RESOLUTION=176x90"),
        ("frame-rate-is-true", r"FRAME-RATE=25\.000", "FRAME-RATE=30.000"),
        ("codecs-are-true", r"avc1\.\w+", "avc1.420033"),
        ("codecs-are-true", r",mp4a\.40\.2", ""),
        ("bit-rates-are-true", r"BANDWIDTH=(\d+)", r"BANDWIDTH=2\1"),
        ("bit-rates-are-true", r"AVERAGE-BANDWIDTH=\d", "AVERAGE-BANDWIDTH="),
        ("uris-resolve", "v1/index", "v9/index"),
    ],
)
def test_a_false_multivariant_playlist_is_found(
    package_copy: Path, rule: str, original: str, replacement: str
) -> None:
    edit_playlist(package_copy, "master.m3u8", original, replacement)
    assert rule in find_violated_rules(package_copy)


@pytest.mark.parametrize(
    ("rule", "edit_folder"),
    [
        ("uris-resolve", lambda package_copy: (package_copy / "v0/00001.ts").unlink()),
        (
            "extinf-is-true",
            lambda package_copy: edit_playlist(package_copy, "v0/index.m3u8", "EXTINF:4.0", "EXTINF:3.0"),
        ),
        (
            "transport-stream",
            lambda package_copy: (package_copy / "v0/00001.ts").write_bytes(b"WEBVTT" * 100),
        ),
        ("tables-first", lambda package_copy: remove_first_packets(package_copy, "v0/00001.ts", 3)),
        ("begins-with-keyframe", lambda package_copy: remove_video_packets(package_copy / "v0/00001.ts")),
        (
            "continuity-counters",
            lambda package_copy: shift_continuity_counter(package_copy, "v0/00001.ts", 5),
        ),
        (
            "timestamps-go-on",
            lambda package_copy: shutil.copy(package_copy / "v0/00000.ts", package_copy / "v0/00001.ts"),
        ),
        (
            "discontinuity-where-size-changes",
            lambda package_copy: shutil.copy(package_copy / "v1/00001.ts", package_copy / "v0/00001.ts"),
        ),
        (
            "counters-go-on",
            lambda package_copy: shutil.copy(package_copy / "v0/00000.ts", package_copy / "v0/00001.ts"),
        ),
    ],
)
def test_an_invalid_segment_is_found(package_copy: Path, rule: str, edit_folder: FolderEdit) -> None:
    edit_folder(package_copy)
    assert rule in find_violated_rules(package_copy)


def test_a_segment_without_the_audio_of_the_others_is_found(package_copy: Path, tmp_path: Path) -> None:
    video = draw_video(tmp_path / "mute.ts", VideoSpec(seconds=4, audio_seconds=None), *COPYABLE_H264)
    shutil.copy(video, package_copy / "v0/00001.ts")
    assert "discontinuity-where-tracks-change" in find_violated_rules(package_copy)


def test_audio_longer_than_the_video_of_its_segment_is_found(package_copy: Path, tmp_path: Path) -> None:
    video = draw_video(tmp_path / "long.ts", VideoSpec(seconds=4, audio_seconds=6), *COPYABLE_H264, *AAC)
    shutil.copy(video, package_copy / "v0/00000.ts")
    assert "tracks-end-together" in find_violated_rules(package_copy)


def test_the_peak_bitrate_covers_half_to_one_and_a_half_target_durations() -> None:
    assert peak_bitrate([(500, 4), (900, 4), (400, 1)], 4) == pytest.approx(1300 * 8 / 5)
    assert peak_bitrate([(500, 4), (100, 0.1)], 4) == pytest.approx(600 * 8 / 4.1)
    assert peak_bitrate([(100, 1)], 4) == average_bitrate([(100, 1)]) == 800


def remove_video_packets(path: Path) -> None:
    """Remove the packets of the first frame, and keep the tables."""
    data = path.read_bytes()
    packets = [data[offset : offset + 188] for offset in range(0, len(data), 188)]
    payload_starts = [
        position for position, packet in enumerate(packets) if packet[1] & 0x40 and packet[1:3] == b"\x41\x00"
    ]
    remaining_packets = [
        packet for packet in packets[payload_starts[0] : payload_starts[1]] if packet[2] != 0
    ]
    path.write_bytes(
        b"".join([*packets[: payload_starts[0]], *remaining_packets, *packets[payload_starts[1] :]])
    )
