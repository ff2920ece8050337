"""Whatever comes in, one stream comes out: its sound fits its pictures to within 20 ms, all the way."""

from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.renditions import Made, Plan, make_renditions
from adapters.video.tests.flashes import AAC, H264, Signals, concatenate, film, remux, rendition
from touchline.catalog.ports.video import Package

GRID = (*H264, "-bf", "0", "-g", "50", "-keyint_min", "50")
FRAME = 0.04

Make = Callable[[Path], tuple[Package, list[Signals]]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """`make(file)` packages a file and reads every rendition of its pictures."""

    def made(source: Path) -> tuple[Package, list[Signals]]:
        into = tmp_path / "made"
        into.mkdir()
        package = FfmpegVideo().package(source, (), into, lambda _share: None)
        return package, [rendition(folder) for folder in sorted(into.glob("v*")) if folder.is_dir()]

    return made


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("films")
    return {
        "small": film(folder / "small.ts", 6, *GRID, *AAC),
        "large": film(folder / "large.ts", 6, *GRID, *AAC, "-output_ts_offset", "6", size="128x72"),
        "silent": film(folder / "silent.ts", 6, *GRID, sound=False),
    }


def assert_in_sync(read: list[Signals], flashes: int, seconds: float) -> None:
    for signals in read:
        assert len(signals.flashes) == flashes
        assert signals.worst() <= 0.02
        assert signals.pictures[-1] + FRAME == pytest.approx(seconds, abs=FRAME)
        assert signals.sound_end == pytest.approx(seconds, abs=0.05)


def test_a_size_that_changes_keeps_sound_and_picture_together(
    films: dict[str, Path], tmp_path: Path, make: Make
) -> None:
    package, read = make(concatenate([films["small"], films["large"]], tmp_path / "both.ts"))
    assert (package.duration_ms, package.width, package.height) == (12_000, 128, 72)
    assert_in_sync(read, 12, 12)


@pytest.mark.parametrize("name", ["clean.mp4", "clean.mkv", "clean.ts", "clean.flv", "late.mkv", "hour.ts"])
def test_a_clean_source_is_copied_in_every_container(
    films: dict[str, Path], tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    copied: list[bool] = []

    def noting(plan: Plan, into: Path, *, copy_top: bool, on_seconds: Callable[[float], None]) -> Made:
        copied.append(copy_top)
        return make_renditions(plan, into, copy_top=copy_top, on_seconds=on_seconds)

    monkeypatch.setattr("adapters.video.ffmpeg.make_renditions", noting)
    offset = {"late.mkv": "10", "hour.ts": "3600"}.get(name, "0")
    package, read = make(remux(films["small"], tmp_path / name, "-output_ts_offset", offset))
    assert copied == [True]
    assert package.duration_ms == 6000
    assert_in_sync(read, 6, 6)
