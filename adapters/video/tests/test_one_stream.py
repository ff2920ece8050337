"""Whatever comes in, one stream comes out: its sound fits its pictures to within 20 ms, all the way."""

from collections.abc import Callable
from pathlib import Path

import av
import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.probe import probe
from adapters.video.process import run
from adapters.video.renditions import Made, Plan, make_renditions
from adapters.video.tests.flashes import AAC, H264, Signals, concatenate, film, loudness, remux, rendition
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


def sound_off_by(source: Path, target: Path, share: float) -> Path:
    """A file whose sound has too many samples a second, as from a cheap converter, at the right instants."""
    faster = round(48_000 * (1 + share))
    odd = target.with_suffix(".odd.mkv")
    filters = f"aresample={faster},asetrate=48000"
    run(["-y", "-i", str(source), "-af", filters, "-c:v", "copy", *AAC, str(odd)], time_out=60)
    with av.open(str(odd)) as container, av.open(str(target), "w") as out:
        streams = {stream.index: out.add_stream_from_template(stream) for stream in container.streams}
        for packet in container.demux():
            if packet.pts is None or packet.dts is None:
                continue
            if packet.stream.type == "audio":
                packet.pts = packet.dts = round(packet.pts * 48_000 / faster)
            packet.stream = streams[packet.stream.index]
            out.mux_one(packet)
    return target


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


@pytest.mark.parametrize(
    ("takes", "heard"),
    [
        (["small", "silent"], range(6)),
        (["silent", "small"], range(6, 12)),
        (["small", "silent", "small"], [*range(6), *range(12, 18)]),
    ],
)
@pytest.mark.parametrize("joined", [True, False])
def test_sound_that_comes_and_goes_is_in_its_place_and_silence_elsewhere(
    films: dict[str, Path], tmp_path: Path, make: Make, takes: list[str], heard: list[int], joined: bool
) -> None:
    whole, parts = tmp_path / "whole.ts", [films[name] for name in takes]
    if joined:
        FfmpegVideo().join(parts, whole)
    else:
        concatenate(parts, whole)
    package, read = make(whole)
    assert package.duration_ms == 6000 * len(takes)
    for signals in read:
        assert len(signals.flashes) == 6 * len(takes)
        assert [second for second, level in enumerate(signals.levels) if level > 0.1] == [*heard]
        assert max(abs(offset) for offset in signals.offsets() if abs(offset) < 0.5) <= 0.04
        assert len(signals.beeps) == len(heard)


def test_seven_takes_do_not_drift(films: dict[str, Path], tmp_path: Path, make: Make) -> None:
    """Each take begins and ends with sound that does not fit its pictures to the packet."""
    takes = [
        film(tmp_path / f"{number}.ts", 2.6 + number / 25, *GRID, *AAC, "-output_ts_offset", str(number * 50))
        for number in range(7)
    ]
    FfmpegVideo().join(takes, tmp_path / "whole.ts")
    package, read = make(tmp_path / "whole.ts")
    assert package.duration_ms == pytest.approx(7 * 2600 + 21 * 40, abs=200)
    for signals in read:
        assert len(signals.flashes) == 21
        assert max(signals.offsets()) <= 0.04
        assert [offset for offset in map(abs, signals.offsets()) if offset > 0.02] == []


@pytest.mark.parametrize("share", [0.002, -0.002])
def test_sound_whose_clock_is_off_stays_with_the_picture(tmp_path: Path, make: Make, share: float) -> None:
    source = film(tmp_path / "plain.mkv", 20, *GRID, *AAC)
    package, read = make(sound_off_by(source, tmp_path / "off.mkv", share))
    assert package.duration_ms == 20_000
    assert_in_sync(read, 20, 20)


@pytest.mark.parametrize(("offset", "seconds", "flashes"), [(3606, 12, 12), (26, 32, 12), (6.5, 12.5, 12)])
def test_a_jump_is_closed_and_a_hole_is_filled(
    films: dict[str, Path], tmp_path: Path, make: Make, offset: float, seconds: float, flashes: int
) -> None:
    second = remux(films["small"], tmp_path / "second.ts", "-output_ts_offset", str(offset))
    package, read = make(concatenate([films["small"], second], tmp_path / "both.ts"))
    assert package.duration_ms / 1000 == pytest.approx(seconds, abs=2 * FRAME)
    for segment in sorted((tmp_path / "made" / "v0").glob("*.ts"))[:-1]:
        assert packets_of_sound(segment) in (187, 188), "a segment has not the sound of its four seconds"
    for signals in read:
        assert len(signals.flashes) == flashes
        assert signals.worst() <= 0.04
        assert signals.sound_end == pytest.approx(seconds, abs=3 * FRAME)


def test_a_hole_is_closed_where_the_setting_says_so(films: dict[str, Path], tmp_path: Path) -> None:
    second = remux(films["small"], tmp_path / "second.ts", "-output_ts_offset", "20")
    both, into = concatenate([films["small"], second], tmp_path / "both.ts"), tmp_path / "made"
    into.mkdir()
    package = FfmpegVideo(longest_gap=5).package(both, (), into, lambda _share: None)
    assert package.duration_ms / 1000 == pytest.approx(12, abs=2 * FRAME)


def test_the_default_sound_comes_first_and_every_other_is_a_rendition(
    films: dict[str, Path], tmp_path: Path, make: Make
) -> None:
    source = tmp_path / "sounds.mkv"
    tone = ("-f", "lavfi", "-i", "sine=500:d=9")
    maps = ("-map", "0:v", "-map", "1:a", "-map", "0:a", "-c:v", "copy", *AAC)
    names = (
        "-metadata:s:a:0",
        "language=fre",
        "-metadata:s:a:1",
        "language=eng",
        "-metadata:s:a:1",
        "title=Crowd",
    )
    marked = ("-disposition:a:0", "0", "-disposition:a:1", "default")
    run(["-y", "-i", str(films["small"]), *tone, *maps, *names, *marked, str(source)], time_out=60)
    sounds = probe(source).sounds
    assert [(each.language, each.title, each.default) for each in sounds] == [
        ("eng", "Crowd", True),
        ("fre", "", False),
    ]
    package, read = make(source)
    assert package.duration_ms == pytest.approx(9000, abs=40)
    assert len(read[0].beeps) == 6
    other = read_sound(tmp_path / "made" / "a1")
    assert len(other) == 9
    assert min(other[:8]) > 0.05


def read_sound(folder: Path) -> list[float]:
    """The loudness of each second of a rendition without pictures."""
    whole = concatenate(sorted(folder.glob("*.ts")), folder.parent / f"{folder.name}.all")
    return loudness(whole, zero=1.0)


def packets_of_sound(segment: Path) -> int:
    with av.open(str(segment)) as container:
        return sum(1 for packet in container.demux(audio=0) if packet.size)


def test_sound_that_begins_long_before_the_picture_is_not_moved(tmp_path: Path, make: Make) -> None:
    """The first picture is held from the beginning on, so its flash does not count."""
    clean = film(tmp_path / "clean.mp4", 6, *GRID, *AAC)
    late = tmp_path / "late.mkv"
    inputs = ["-i", str(clean), "-itsoffset", "2.013", "-i", str(clean)]
    run(["-y", *inputs, "-map", "1:v", "-map", "0:a", "-c", "copy", str(late)], time_out=60)
    _, read = make(late)
    for signals in read:
        assert signals.offsets()[1:4] == pytest.approx([-0.013] * 3, abs=0.003)
