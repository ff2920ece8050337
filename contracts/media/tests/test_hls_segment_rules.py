"""The rules that look into segments: a package made by the product, with one thing broken at a time."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from contracts.media.drawing import AAC, GRID, Film, draw
from contracts.media.hls_package_rules import check_package
from contracts.media.hls_segment_rules import average_bits, peak_bits
from contracts.media.products import make_product

Change = Callable[[Path], None]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """10 s of picture and sound in two sizes, three segments each."""
    folder = tmp_path_factory.mktemp("package")
    film = draw(folder / "film.mp4", Film(seconds=10), *GRID, *AAC)
    return make_product([film], folder).folder


@pytest.fixture
def copy(package: Path, tmp_path: Path) -> Path:
    """A copy to break."""
    return Path(shutil.copytree(package, tmp_path / "copy"))


def rules(folder: Path) -> set[str]:
    return {finding.rule for finding in check_package(folder)}


def edit(folder: Path, name: str, right: str, wrong: str) -> None:
    text = (folder / name).read_text()
    assert re.search(right, text)
    (folder / name).write_text(re.sub(right, wrong, text, count=1))


def counters(folder: Path, name: str, add: int) -> None:
    data = np.frombuffer((folder / name).read_bytes(), np.uint8).reshape(-1, 188).copy()
    data[-3, 3] = (data[-3, 3] & 0xF0) | ((data[-3, 3] + add) & 0x0F)
    (folder / name).write_bytes(data.tobytes())


def without_first_packets(folder: Path, name: str, packets: int) -> None:
    (folder / name).write_bytes((folder / name).read_bytes()[188 * packets :])


def test_a_package_of_ours_has_no_findings(package: Path) -> None:
    assert check_package(package) == []


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
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
def test_a_multivariant_playlist_that_is_not_true_is_found(
    copy: Path, rule: str, right: str, wrong: str
) -> None:
    edit(copy, "master.m3u8", right, wrong)
    assert rule in rules(copy)


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("uris-resolve", lambda copy: (copy / "v0/00001.ts").unlink()),
        ("extinf-is-true", lambda copy: edit(copy, "v0/index.m3u8", "EXTINF:4.0", "EXTINF:3.0")),
        ("transport-stream", lambda copy: (copy / "v0/00001.ts").write_bytes(b"WEBVTT" * 100)),
        ("tables-first", lambda copy: without_first_packets(copy, "v0/00001.ts", 3)),
        ("begins-with-key-frame", lambda copy: skip_pictures(copy / "v0/00001.ts")),
        ("continuity-counters", lambda copy: counters(copy, "v0/00001.ts", 5)),
        ("timestamps-go-on", lambda copy: shutil.copy(copy / "v0/00000.ts", copy / "v0/00001.ts")),
        (
            "discontinuity-where-size-changes",
            lambda copy: shutil.copy(copy / "v1/00001.ts", copy / "v0/00001.ts"),
        ),
        ("counters-go-on", lambda copy: shutil.copy(copy / "v0/00000.ts", copy / "v0/00001.ts")),
    ],
)
def test_a_broken_segment_is_found(copy: Path, rule: str, change: Change) -> None:
    change(copy)
    assert rule in rules(copy)


def test_a_segment_without_the_sound_of_the_others_is_found(copy: Path, tmp_path: Path) -> None:
    film = draw(tmp_path / "mute.ts", Film(seconds=4, sound=None), *GRID)
    shutil.copy(film, copy / "v0/00001.ts")
    assert "discontinuity-where-tracks-change" in rules(copy)


def test_sound_that_lasts_longer_than_the_pictures_of_its_segment_is_found(
    copy: Path, tmp_path: Path
) -> None:
    film = draw(tmp_path / "long.ts", Film(seconds=4, sound=6), *GRID, *AAC)
    shutil.copy(film, copy / "v0/00000.ts")
    assert "tracks-end-together" in rules(copy)


def test_the_peak_is_that_of_segments_of_half_to_one_and_a_half_target_durations() -> None:
    assert peak_bits([(500, 4), (900, 4), (400, 1)], 4) == pytest.approx(1300 * 8 / 5)
    assert peak_bits([(500, 4), (100, 0.1)], 4) == pytest.approx(600 * 8 / 4.1)
    assert peak_bits([(100, 1)], 4) == average_bits([(100, 1)]) == 800


def skip_pictures(path: Path) -> None:
    """Take away the packets of the first picture, and leave the tables."""
    data = path.read_bytes()
    packets = [data[at : at + 188] for at in range(0, len(data), 188)]
    begins = [
        place for place, packet in enumerate(packets) if packet[1] & 0x40 and packet[1:3] == b"\x41\x00"
    ]
    kept = [packet for packet in packets[begins[0] : begins[1]] if packet[2] != 0]
    path.write_bytes(b"".join([*packets[: begins[0]], *kept, *packets[begins[1] :]]))
