"""Tests that any input becomes one clean stream, with audio within 20 ms of the video throughout."""

from collections.abc import Callable
from pathlib import Path

import av
import pytest

from adapters.video.ffmpeg_process import run_ffmpeg
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.renditions.encoding import EncodedRenditions, EncodingPlan, make_renditions
from adapters.video.source.probe import probe
from adapters.video.tests.flash_video import (
    AAC,
    H264,
    AvSignals,
    concatenate,
    make_flash_video,
    read_loudness,
    read_rendition,
    remux,
)
from touchline.catalog.ports.media.video_packager import VideoPackage

GOP_GRID = (*H264, "-bf", "0", "-g", "50", "-keyint_min", "50")
FRAME_SECONDS = 0.04

PackageAndRead = Callable[[Path], tuple[VideoPackage, list[AvSignals]]]


@pytest.fixture
def package_and_read(tmp_path: Path) -> PackageAndRead:
    """Return `package_and_read(file)`, which packages a file and reads every video rendition."""

    def package_video(source: Path) -> tuple[VideoPackage, list[AvSignals]]:
        into = tmp_path / "made"
        into.mkdir()
        package = FfmpegVideoPackager().package(source, (), into, lambda _share: None)
        return package, [read_rendition(folder) for folder in sorted(into.glob("v*")) if folder.is_dir()]

    return package_video


@pytest.fixture(scope="module")
def test_videos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("films")
    return {
        "small": make_flash_video(folder / "small.ts", 6, *GOP_GRID, *AAC),
        "large": make_flash_video(
            folder / "large.ts", 6, *GOP_GRID, *AAC, "-output_ts_offset", "6", size="128x72"
        ),
        "silent": make_flash_video(folder / "silent.ts", 6, *GOP_GRID, has_audio=False),
    }


def make_drifting_audio(source: Path, target: Path, drift: float) -> Path:
    """Make a file whose audio has too many samples per second at correct timestamps, as from a cheap
    converter.
    """
    faster = round(48_000 * (1 + drift))
    intermediate = target.with_suffix(".odd.mkv")
    filters = f"aresample={faster},asetrate=48000"
    run_ffmpeg(["-y", "-i", str(source), "-af", filters, "-c:v", "copy", *AAC, str(intermediate)], timeout=60)
    with av.open(str(intermediate)) as container, av.open(str(target), "w") as output:
        streams = {stream.index: output.add_stream_from_template(stream) for stream in container.streams}
        for packet in container.demux():
            if packet.pts is None or packet.dts is None:
                continue
            if packet.stream.type == "audio":
                packet.pts = packet.dts = round(packet.pts * 48_000 / faster)
            packet.stream = streams[packet.stream.index]
            output.mux_one(packet)
    return target


def assert_in_sync(rendition_signals: list[AvSignals], flashes: int, seconds: float) -> None:
    for signals in rendition_signals:
        assert len(signals.flashes) == flashes
        assert signals.max_offset() <= 0.02
        assert signals.frame_times[-1] + FRAME_SECONDS == pytest.approx(seconds, abs=FRAME_SECONDS)
        assert signals.audio_end == pytest.approx(seconds, abs=0.05)


def test_a_changing_frame_size_keeps_audio_and_video_in_sync(
    test_videos: dict[str, Path], tmp_path: Path, package_and_read: PackageAndRead
) -> None:
    package, rendition_signals = package_and_read(
        concatenate([test_videos["small"], test_videos["large"]], tmp_path / "both.ts")
    )
    assert (package.duration_ms, package.width, package.height) == (12_000, 128, 72)
    assert_in_sync(rendition_signals, 12, 12)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("name", ["clean.mp4", "clean.mkv", "clean.ts", "clean.flv", "late.mkv", "hour.ts"])
def test_a_clean_source_is_copied_in_every_container(
    test_videos: dict[str, Path],
    tmp_path: Path,
    package_and_read: PackageAndRead,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    copied_options: list[bool] = []

    def record_options(
        plan: EncodingPlan, into: Path, *, copy_top: bool, on_seconds: Callable[[float], None]
    ) -> EncodedRenditions:
        copied_options.append(copy_top)
        return make_renditions(plan, into, copy_top=copy_top, on_seconds=on_seconds)

    monkeypatch.setattr("adapters.video.packager.make_renditions", record_options)
    offset = {"late.mkv": "10", "hour.ts": "3600"}.get(name, "0")
    package, rendition_signals = package_and_read(
        remux(test_videos["small"], tmp_path / name, "-output_ts_offset", offset)
    )
    assert copied_options == [True]
    assert package.duration_ms == 6000
    assert_in_sync(rendition_signals, 6, 6)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("runs", "audible"),
    [
        (["small", "silent"], range(6)),
        (["silent", "small"], range(6, 12)),
        (["small", "silent", "small"], [*range(6), *range(12, 18)]),
    ],
)
@pytest.mark.parametrize("joined_source", [True, False])
def test_intermittent_audio_stays_in_sync_with_silence_elsewhere(
    test_videos: dict[str, Path],
    tmp_path: Path,
    package_and_read: PackageAndRead,
    runs: list[str],
    audible: list[int],
    joined_source: bool,
) -> None:
    concatenated, parts = tmp_path / "whole.ts", [test_videos[name] for name in runs]
    if joined_source:
        FfmpegVideoPackager().join(parts, concatenated)
    else:
        concatenate(parts, concatenated)
    package, rendition_signals = package_and_read(concatenated)
    assert package.duration_ms == 6000 * len(runs)
    for signals in rendition_signals:
        assert len(signals.flashes) == 6 * len(runs)
        assert [second for second, level in enumerate(signals.loudness) if level > 0.1] == [*audible]
        assert max(abs(offset) for offset in signals.beep_offsets() if abs(offset) < 0.5) <= 0.04
        assert len(signals.beeps) == len(audible)


@pytest.mark.nightly
def test_seven_runs_do_not_drift(
    test_videos: dict[str, Path], tmp_path: Path, package_and_read: PackageAndRead
) -> None:
    """Each run starts and ends with audio that does not match its video to the packet."""
    runs = [
        make_flash_video(
            tmp_path / f"{number}.ts",
            2.6 + number / 25,
            *GOP_GRID,
            *AAC,
            "-output_ts_offset",
            str(number * 50),
        )
        for number in range(7)
    ]
    FfmpegVideoPackager().join(runs, tmp_path / "whole.ts")
    package, rendition_signals = package_and_read(tmp_path / "whole.ts")
    assert package.duration_ms == pytest.approx(7 * 2600 + 21 * 40, abs=200)
    for signals in rendition_signals:
        assert len(signals.flashes) == 21
        assert max(signals.beep_offsets()) <= 0.04
        assert [offset for offset in map(abs, signals.beep_offsets()) if offset > 0.02] == []


@pytest.mark.nightly
@pytest.mark.parametrize("drift", [0.002, -0.002])
def test_audio_with_a_drifting_clock_stays_in_sync(
    tmp_path: Path, package_and_read: PackageAndRead, drift: float
) -> None:
    source = make_flash_video(tmp_path / "plain.mkv", 20, *GOP_GRID, *AAC)
    package, rendition_signals = package_and_read(make_drifting_audio(source, tmp_path / "off.mkv", drift))
    assert package.duration_ms == 20_000
    assert_in_sync(rendition_signals, 20, 20)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("offset", "seconds", "flashes"), [(3606, 12, 12), (26, 32, 12), (6.5, 12.5, 12)])
def test_a_jump_is_closed_and_a_gap_is_filled(
    test_videos: dict[str, Path],
    tmp_path: Path,
    package_and_read: PackageAndRead,
    offset: float,
    seconds: float,
    flashes: int,
) -> None:
    second = remux(test_videos["small"], tmp_path / "second.ts", "-output_ts_offset", str(offset))
    package, rendition_signals = package_and_read(
        concatenate([test_videos["small"], second], tmp_path / "both.ts")
    )
    assert package.duration_ms / 1000 == pytest.approx(seconds, abs=2 * FRAME_SECONDS)
    for segment in sorted((tmp_path / "made" / "v0").glob("*.ts"))[:-1]:
        assert count_audio_packets(segment) in (187, 188), "A segment lacks audio for its four seconds."
    for signals in rendition_signals:
        assert len(signals.flashes) == flashes
        assert signals.max_offset() <= 0.04
        assert signals.audio_end == pytest.approx(seconds, abs=3 * FRAME_SECONDS)


def test_a_gap_is_closed_if_the_setting_requires_it(test_videos: dict[str, Path], tmp_path: Path) -> None:
    second = remux(test_videos["small"], tmp_path / "second.ts", "-output_ts_offset", "20")
    combined, into = concatenate([test_videos["small"], second], tmp_path / "both.ts"), tmp_path / "made"
    into.mkdir()
    package = FfmpegVideoPackager(max_gap=5).package(combined, (), into, lambda _share: None)
    assert package.duration_ms / 1000 == pytest.approx(12, abs=2 * FRAME_SECONDS)


def test_the_default_audio_is_first_and_others_are_renditions(
    test_videos: dict[str, Path], tmp_path: Path, package_and_read: PackageAndRead
) -> None:
    source = tmp_path / "sounds.mkv"
    tone_options = ("-f", "lavfi", "-i", "sine=500:d=9")
    maps = ("-map", "0:v", "-map", "1:a", "-map", "0:a", "-c:v", "copy", *AAC)
    names = (
        "-metadata:s:a:0",
        "language=fre",
        "-metadata:s:a:1",
        "language=eng",
        "-metadata:s:a:1",
        "title=Crowd",
    )
    default_track = ("-disposition:a:0", "0", "-disposition:a:1", "default")
    run_ffmpeg(
        ["-y", "-i", str(test_videos["small"]), *tone_options, *maps, *names, *default_track, str(source)],
        timeout=60,
    )
    audio_tracks = probe(source).audio_streams
    assert [(item.language, item.title, item.is_default) for item in audio_tracks] == [
        ("eng", "Crowd", True),
        ("fre", "", False),
    ]
    package, rendition_signals = package_and_read(source)
    assert package.duration_ms == pytest.approx(9000, abs=40)
    assert len(rendition_signals[0].beeps) == 6
    other = read_rendition_loudness(tmp_path / "made" / "a1")
    assert len(other) == 9
    assert min(other[:8]) > 0.05


def read_rendition_loudness(folder: Path) -> list[float]:
    """Return the loudness of each second of an audio-only rendition."""
    concatenated = concatenate(sorted(folder.glob("*.ts")), folder.parent / f"{folder.name}.all")
    return read_loudness(concatenated, start_time=1.0)


def count_audio_packets(segment: Path) -> int:
    with av.open(str(segment)) as container:
        return sum(1 for packet in container.demux(audio=0) if packet.size)


@pytest.mark.nightly
def test_audio_that_starts_long_before_the_video_is_not_moved(
    tmp_path: Path, package_and_read: PackageAndRead
) -> None:
    """The first frame is held from the start, so its flash does not count."""
    clean_source = make_flash_video(tmp_path / "clean.mp4", 6, *GOP_GRID, *AAC)
    delayed = tmp_path / "late.mkv"
    inputs = ["-i", str(clean_source), "-itsoffset", "2.013", "-i", str(clean_source)]
    run_ffmpeg(["-y", *inputs, "-map", "1:v", "-map", "0:a", "-c", "copy", str(delayed)], timeout=60)
    _, rendition_signals = package_and_read(delayed)
    for signals in rendition_signals:
        assert signals.beep_offsets()[1:4] == pytest.approx([-0.013] * 3, abs=0.003)
