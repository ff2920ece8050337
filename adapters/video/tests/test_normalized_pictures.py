"""Pictures of every rate, color and scan become even, progressive BT.709."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.probe import probe
from adapters.video.process import run
from adapters.video.survey import Survey, survey
from adapters.video.tests.flashes import AAC, H264, concatenate, film, rendition
from touchline.catalog.ports.video import Package

INTERLACED = ("-vf", "interlace", *H264, "-flags", "+ildct+ilme", "-g", "25")
RED = (0xC0, 0x30, 0x20)


def packaged(source: Path, into: Path) -> Package:
    into.mkdir()
    return FfmpegVideo().package(source, (), into, lambda _share: None)


def surveyed(source: Path) -> Survey:
    return survey(probe(source), lambda: None)


def test_fields_become_pictures_wherever_the_interlaced_part_begins(tmp_path: Path) -> None:
    """Sport at 50 fields a second moves as smoothly as at 50 pictures."""
    moving = "testsrc2=s=128x72:r=50:d=2"
    for name, lead in (("all.ts", False), ("late.ts", True)):
        parts = [film(tmp_path / f"lead-{name}", 1, *H264, size="128x72", sound=False)] if lead else []
        fields = tmp_path / f"fields-{name}"
        run(
            ["-y", "-f", "lavfi", "-i", moving, *INTERLACED, "-output_ts_offset", "1", str(fields)],
            time_out=60,
        )
        package = packaged(concatenate([*parts, fields], tmp_path / name), tmp_path / f"made-{name}")
        assert package.frame_rate == 50
        assert package.duration_ms == (3000 if lead else 2000)
        with av.open(str(sorted((tmp_path / f"made-{name}" / "v0").glob("*.ts"))[0])) as container:
            pictures = [picture.to_ndarray(format="gray") for picture in container.decode(video=0)]
        inner = pictures[-60:-10]
        still = [np.abs(a.astype(int) - b).max() < 10 for a, b in pairwise(inner)]
        assert sum(still) < 5, "each field was shown twice"


@pytest.mark.parametrize(
    ("parts", "made"),
    [
        ([("60.05", 3)], 60.0),
        ([("61", 3)], 60.0),
        ([("119.88", 3)], 59.94),
        ([("1", 20), ("60", 5)], 60.0),
        ([("50", 3), ("25", 3)], 50.0),
        ([("30000/1001", 3)], 29.97),
    ],
)
def test_the_rate_is_that_of_most_pictures_and_at_most_60(
    tmp_path: Path, parts: list[tuple[str, int]], made: float
) -> None:
    options = (*H264, "-g", "30", "-output_ts_offset")
    files = [
        film(tmp_path / f"{number}.ts", seconds, *options, str(number * 20), rate=rate, sound=False)
        for number, (rate, seconds) in enumerate(parts)
    ]
    found = surveyed(concatenate(files, tmp_path / "all.ts"))
    assert round(float(found.rate), 2) == made


def test_the_instants_of_a_source_at_a_fraction_of_a_rate_do_not_drift(tmp_path: Path) -> None:
    source = film(tmp_path / "ntsc.mkv", 20, *H264, "-bf", "0", "-g", "60", rate="30000/1001", sound=False)
    found = surveyed(source)
    assert found.rate == Fraction(30_000, 1001)
    due = np.arange(len(found.shown)) * 3003
    assert np.abs(found.shown - found.begin - due).max() <= 90


def colored(target: Path, *options: str) -> Path:
    """One color, as it looks in BT.709, coded in another way."""
    value = "".join(f"{part:02x}" for part in RED)
    source = f"color=0x{value}:s=64x36:r=10:d=1,format=gbrp"
    run(["-y", "-f", "lavfi", "-i", source, *options, str(target)], time_out=60)
    return target


def color_of(into: Path) -> tuple[int, ...]:
    with av.open(str(into / "v0" / "00000.ts")) as container:
        context = container.streams.video[0].codec_context
        assert (context.pix_fmt, int(context.color_primaries)) in [("yuv420p", 1), ("yuv420p", 2)]
        picture = next(container.decode(video=0)).to_ndarray(format="yuv444p").reshape(3, -1).mean(axis=1)
    y, u, v = (picture[0] - 16) / 219, (picture[1] - 128) / 224, (picture[2] - 128) / 224
    red, blue = y + 1.5748 * v, y + 1.8556 * u
    green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152
    return tuple(round(255 * part) for part in (red, green, blue))


@pytest.mark.parametrize(
    "said",
    [
        ("-color_primaries", "bt2020", "-color_trc", "bt709", "-colorspace", "bt2020nc"),
        ("-color_primaries", "bt2020", "-colorspace", "bt2020nc"),
        ("-color_primaries", "bt2020", "-color_trc", "bt2020-10", "-colorspace", "bt2020nc"),
    ],
)
def test_wide_color_without_hdr_looks_as_before_in_bt709(tmp_path: Path, said: tuple[str, ...]) -> None:
    known = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=gbr:range=pc"
    wide = f"{known},zscale=p=bt2020:t=bt709:m=bt2020nc:r=tv,format=yuv420p"
    packaged(colored(tmp_path / "wide.mkv", "-vf", wide, *H264, *said), tmp_path / "made")
    assert color_of(tmp_path / "made") == pytest.approx(RED, abs=8)


@pytest.mark.parametrize("transfer", ["smpte2084", "arib-std-b67"])
def test_hdr_that_does_not_say_its_primaries_is_made(tmp_path: Path, transfer: str) -> None:
    options = ("-c:v", "libx265", "-x265-params", f"log-level=error:transfer={transfer}")
    source = colored(tmp_path / "hdr.mp4", *options, "-preset", "ultrafast", "-pix_fmt", "yuv420p10le")
    assert surveyed(source).color.is_hdr
    package = packaged(source, tmp_path / "made")
    assert package.duration_ms == 1000
    red, green, blue = color_of(tmp_path / "made")
    assert red > green and red > blue


def test_a_turned_camera_is_upright_and_not_upside_down(tmp_path: Path) -> None:
    lying = tmp_path / "lying.mp4"
    half = "color=black:s=64x36:r=10:d=1,drawbox=x=0:y=0:w=32:h=36:c=white:t=fill"
    run(["-y", "-f", "lavfi", "-i", half, *H264, str(lying)], time_out=60)
    for turn, bright in ((90, (0, 1)), (-90, (1, 0)), (180, None)):
        turned = tmp_path / f"{turn}.mp4"
        run(["-y", "-display_rotation", str(turn), "-i", str(lying), "-c", "copy", str(turned)], time_out=60)
        packaged(turned, tmp_path / f"made{turn}")
        with av.open(str(tmp_path / f"made{turn}" / "v0" / "00000.ts")) as container:
            picture = next(container.decode(video=0)).to_ndarray(format="gray")
        if bright is None:
            assert picture[:, 40:].mean() > 200 and picture[:, :24].mean() < 60
        else:
            halves = [picture[:24].mean(), picture[40:].mean()]
            assert [level > 128 for level in halves] == [level == 1 for level in bright]


def test_sizes_of_another_shape_get_bars_and_the_ladder_follows_the_largest(tmp_path: Path) -> None:
    wide = film(tmp_path / "wide.ts", 2, *H264, size="64x36", sound=False)
    tall = film(tmp_path / "tall.ts", 2, *H264, "-output_ts_offset", "2", size="96x128", sound=False)
    package = packaged(concatenate([wide, tall], tmp_path / "both.ts"), tmp_path / "made")
    assert (package.width, package.height) == (96, 128)
    assert len(rendition(tmp_path / "made" / "v0").pictures) == 100
    with av.open(str(tmp_path / "made" / "v0" / "00000.ts")) as container:
        first = next(container.decode(video=0)).to_ndarray(format="gray")
    assert first[:20].mean() < 20, "no bar above a flash that fills the picture's width"
    assert first[54:74].mean() > 200


def test_a_codec_for_editing_and_one_of_the_web_are_made(tmp_path: Path) -> None:
    codecs = {
        "prores.mov": ("-c:v", "prores_ks", "-c:a", "pcm_s16le"),
        "dnx.mxf": ("-c:v", "dnxhd", "-profile:v", "dnxhr_lb", "-pix_fmt", "yuv422p", "-ar", "48000"),
        "vp9.webm": ("-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"),
        "mpeg4.avi": ("-c:v", "mpeg4", "-bf", "2", "-c:a", "mp3"),
    }
    for name, options in codecs.items():
        source = film(tmp_path / name, 2, *options, size="256x144" if "dnx" in name else "64x36")
        assert packaged(source, tmp_path / f"made-{name}").duration_ms == 2000
        assert rendition(tmp_path / f"made-{name}" / "v0").worst() <= 0.02


def test_sound_is_one_stereo_track_at_48_khz_whatever_it_was(tmp_path: Path) -> None:
    for name, options in (("mono.mp4", (*AAC, "-ar", "8000")), ("surround.mkv", ("-c:a", "ac3", "-ac", "6"))):
        packaged(film(tmp_path / name, 2, *H264, *options), tmp_path / f"made-{name}")
        with av.open(str(tmp_path / f"made-{name}" / "v0" / "00000.ts")) as container:
            sound = container.streams.audio[0].codec_context
            assert (sound.name, sound.sample_rate, sound.layout.name) == ("aac", 48_000, "stereo")
