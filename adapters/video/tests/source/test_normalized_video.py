"""Tests that video of any frame rate, color and scan type becomes constant-rate, progressive BT.709."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from adapters.video.ffmpeg_process import run_ffmpeg
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.source.analysis import SourceAnalysis, analyze_source
from adapters.video.source.probe import probe
from adapters.video.tests.flash_video import AAC, H264, concatenate, make_flash_video, read_rendition
from touchline.catalog.ports.media.video_packager import VideoPackage

INTERLACED = ("-vf", "interlace", *H264, "-flags", "+ildct+ilme", "-g", "25")
RED = (0xC0, 0x30, 0x20)


def create_package(source: Path, into: Path) -> VideoPackage:
    into.mkdir()
    return FfmpegVideoPackager().package(source, (), into, lambda _share: None)


def analyze(source: Path) -> SourceAnalysis:
    return analyze_source(probe(source), lambda: None)


@pytest.mark.quick_cases(1)
def test_fields_become_frames_wherever_the_interlaced_part_starts(tmp_path: Path) -> None:
    """Sports video at 50 fields per second moves as smoothly as at 50 frames."""
    test_source = "testsrc2=s=128x72:r=50:d=2"
    for name, has_lead in (("all.ts", False), ("late.ts", True)):
        parts = (
            [make_flash_video(tmp_path / f"lead-{name}", 1, *H264, size="128x72", has_audio=False)]
            if has_lead
            else []
        )
        fields = tmp_path / f"fields-{name}"
        run_ffmpeg(
            ["-y", "-f", "lavfi", "-i", test_source, *INTERLACED, "-output_ts_offset", "1", str(fields)],
            timeout=60,
        )
        package = create_package(concatenate([*parts, fields], tmp_path / name), tmp_path / f"made-{name}")
        assert package.frame_rate == 50
        assert package.duration_ms == (3000 if has_lead else 2000)
        with av.open(str(sorted((tmp_path / f"made-{name}" / "v0").glob("*.ts"))[0])) as container:
            frames = [frame.to_ndarray(format="gray") for frame in container.decode(video=0)]
        inner_frames = frames[-60:-10]
        repeated = [np.abs(a.astype(int) - b).max() < 10 for a, b in pairwise(inner_frames)]
        assert sum(repeated) < 5, "Each field is shown once."


@pytest.mark.parametrize(
    ("parts", "frame_rate"),
    [
        ([("60.05", 3)], 60.0),
        ([("61", 3)], 60.0),
        ([("119.88", 3)], 59.94),
        ([("1", 20), ("60", 5)], 60.0),
        ([("50", 3), ("25", 3)], 50.0),
        ([("30000/1001", 3)], 29.97),
    ],
)
def test_the_frame_rate_is_the_median_and_at_most_60(
    tmp_path: Path, parts: list[tuple[str, int]], frame_rate: float
) -> None:
    options = (*H264, "-g", "30", "-output_ts_offset")
    files = [
        make_flash_video(
            tmp_path / f"{number}.ts", seconds, *options, str(number * 20), rate=rate, has_audio=False
        )
        for number, (rate, seconds) in enumerate(parts)
    ]
    result = analyze(concatenate(files, tmp_path / "all.ts"))
    assert round(float(result.frame_rate), 2) == frame_rate


def test_timestamps_of_fractional_frame_rates_do_not_drift(tmp_path: Path) -> None:
    source = make_flash_video(
        tmp_path / "ntsc.mkv", 20, *H264, "-bf", "0", "-g", "60", rate="30000/1001", has_audio=False
    )
    result = analyze(source)
    assert result.frame_rate == Fraction(30_000, 1001)
    expected = np.arange(len(result.frame_pts)) * 3003
    assert np.abs(result.frame_pts - result.start - expected).max() <= 90


def make_color_video(target: Path, *options: str) -> Path:
    """Make a video of one color as it looks in BT.709, encoded with other options."""
    value = "".join(f"{component:02x}" for component in RED)
    source = f"color=0x{value}:s=64x36:r=10:d=1,format=gbrp"
    run_ffmpeg(["-y", "-f", "lavfi", "-i", source, *options, str(target)], timeout=60)
    return target


def read_color(into: Path) -> tuple[int, ...]:
    with av.open(str(into / "v0" / "00000.ts")) as container:
        context = container.streams.video[0].codec_context
        assert (context.pix_fmt, int(context.color_primaries)) in [("yuv420p", 1), ("yuv420p", 2)]
        frame = next(container.decode(video=0)).to_ndarray(format="yuv444p").reshape(3, -1).mean(axis=1)
    y, u, v = (frame[0] - 16) / 219, (frame[1] - 128) / 224, (frame[2] - 128) / 224
    red, blue = y + 1.5748 * v, y + 1.8556 * u
    green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152
    return tuple(round(255 * component) for component in (red, green, blue))


@pytest.mark.parametrize(
    "tags",
    [
        ("-color_primaries", "bt2020", "-color_trc", "bt709", "-colorspace", "bt2020nc"),
        ("-color_primaries", "bt2020", "-colorspace", "bt2020nc"),
        ("-color_primaries", "bt2020", "-color_trc", "bt2020-10", "-colorspace", "bt2020nc"),
    ],
)
def test_wide_gamut_sdr_is_converted_to_bt709(tmp_path: Path, tags: tuple[str, ...]) -> None:
    specified = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=gbr:range=pc"
    wide = f"{specified},zscale=p=bt2020:t=bt709:m=bt2020nc:r=tv,format=yuv420p"
    create_package(make_color_video(tmp_path / "wide.mkv", "-vf", wide, *H264, *tags), tmp_path / "made")
    assert read_color(tmp_path / "made") == pytest.approx(RED, abs=8)


@pytest.mark.parametrize("transfer", ["smpte2084", "arib-std-b67"])
def test_hdr_without_primaries_is_converted(tmp_path: Path, transfer: str) -> None:
    options = ("-c:v", "libx265", "-x265-params", f"log-level=error:transfer={transfer}")
    source = make_color_video(
        tmp_path / "hdr.mp4", *options, "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"
    )
    assert analyze(source).color.is_hdr
    package = create_package(source, tmp_path / "made")
    assert package.duration_ms == 1000
    red, green, blue = read_color(tmp_path / "made")
    assert red > green and red > blue


def test_a_rotated_video_becomes_upright(tmp_path: Path) -> None:
    landscape = tmp_path / "lying.mp4"
    half_size = "color=black:s=64x36:r=10:d=1,drawbox=x=0:y=0:w=32:h=36:c=white:t=fill"
    run_ffmpeg(["-y", "-f", "lavfi", "-i", half_size, *H264, str(landscape)], timeout=60)
    for rotation, brightness in ((90, (0, 1)), (-90, (1, 0)), (180, None)):
        rotated = tmp_path / f"{rotation}.mp4"
        run_ffmpeg(
            ["-y", "-display_rotation", str(rotation), "-i", str(landscape), "-c", "copy", str(rotated)],
            timeout=60,
        )
        create_package(rotated, tmp_path / f"made{rotation}")
        with av.open(str(tmp_path / f"made{rotation}" / "v0" / "00000.ts")) as container:
            frame = next(container.decode(video=0)).to_ndarray(format="gray")
        if brightness is None:
            assert frame[:, 40:].mean() > 200 and frame[:, :24].mean() < 60
        else:
            halves = [frame[:24].mean(), frame[40:].mean()]
            assert [level > 128 for level in halves] == [level == 1 for level in brightness]


def test_other_aspect_ratios_get_bars_and_the_ladder_follows_the_largest_size(tmp_path: Path) -> None:
    wide = make_flash_video(tmp_path / "wide.ts", 2, *H264, size="64x36", has_audio=False)
    portrait = make_flash_video(
        tmp_path / "tall.ts", 2, *H264, "-output_ts_offset", "2", size="96x128", has_audio=False
    )
    package = create_package(concatenate([wide, portrait], tmp_path / "both.ts"), tmp_path / "made")
    assert (package.width, package.height) == (96, 128)
    assert len(read_rendition(tmp_path / "made" / "v0").frame_times) == 100
    with av.open(str(tmp_path / "made" / "v0" / "00000.ts")) as container:
        first = next(container.decode(video=0)).to_ndarray(format="gray")
    assert first[:20].mean() < 20, "There is no bar above a flash that fills the frame's width."
    assert first[54:74].mean() > 200


@pytest.mark.quick_cases(1)
def test_editing_and_web_codecs_are_converted(tmp_path: Path) -> None:
    codecs = {
        "prores.mov": ("-c:v", "prores_ks", "-c:a", "pcm_s16le"),
        "dnx.mxf": ("-c:v", "dnxhd", "-profile:v", "dnxhr_lb", "-pix_fmt", "yuv422p", "-ar", "48000"),
        "vp9.webm": ("-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"),
        "mpeg4.avi": ("-c:v", "mpeg4", "-bf", "2", "-c:a", "mp3"),
    }
    for name, options in codecs.items():
        source = make_flash_video(tmp_path / name, 2, *options, size="256x144" if "dnx" in name else "64x36")
        assert create_package(source, tmp_path / f"made-{name}").duration_ms == 2000
        assert read_rendition(tmp_path / f"made-{name}" / "v0").max_offset() <= 0.02


def test_audio_becomes_one_stereo_track_at_48_khz(tmp_path: Path) -> None:
    for name, options in (("mono.mp4", (*AAC, "-ar", "8000")), ("surround.mkv", ("-c:a", "ac3", "-ac", "6"))):
        create_package(make_flash_video(tmp_path / name, 2, *H264, *options), tmp_path / f"made-{name}")
        with av.open(str(tmp_path / f"made-{name}" / "v0" / "00000.ts")) as container:
            audio = container.streams.audio[0].codec_context
            assert (audio.name, audio.sample_rate, audio.layout.name) == ("aac", 48_000, "stereo")
