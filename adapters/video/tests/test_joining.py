"""Recordings put in a row."""

from itertools import pairwise
from pathlib import Path

import av
import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.process import run
from adapters.video.tests.conftest import GRID, Film, Pack
from adapters.video.tests.flashes import loudness
from touchline.catalog.ports.video import VideoRefused


def recording(path: Path, seconds: int, size: str = "128x72") -> Path:
    """Test pictures and a tone, as MPEG-TS with key frames every second."""
    pictures = ["-f", "lavfi", "-i", f"testsrc=s={size}:r=25:d={seconds}"]
    sound = ["-f", "lavfi", "-i", f"sine=frequency=440:sample_rate=48000:duration={seconds}"]
    coded = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", "aac"]
    run([*pictures, *sound, *coded, "-f", "mpegts", str(path)], time_out=60)
    return path


def test_each_begins_where_the_one_before_it_ended(tmp_path: Path) -> None:
    parts = [recording(tmp_path / f"{place}'s.ts", seconds) for place, seconds in enumerate((2, 1, 3))]
    whole = tmp_path / "whole.ts"
    FfmpegVideo().join(parts, whole)
    with av.open(str(whole)) as container:
        instants = sorted(picture.time or 0.0 for picture in container.decode(video=0))
    assert len(instants) == 150
    steps = [later - earlier for earlier, later in pairwise(instants)]
    assert min(steps) > 0.03
    assert max(steps) < 0.12
    assert instants[-1] - instants[0] == pytest.approx(6, abs=0.2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0's.ts", "1's.ts", "2's.ts", "whole.ts"]


def test_the_same_parts_make_the_same_bytes(tmp_path: Path) -> None:
    parts = [recording(tmp_path / f"{place}.ts", 1) for place in range(2)]
    for name in ("once.ts", "twice.ts"):
        FfmpegVideo().join(parts, tmp_path / name)
    assert (tmp_path / "once.ts").read_bytes() == (tmp_path / "twice.ts").read_bytes()


def test_an_encoder_that_came_back_with_another_size_makes_one_stream(tmp_path: Path) -> None:
    parts = [recording(tmp_path / "a.ts", 2), recording(tmp_path / "b.ts", 2, size="96x54")]
    whole, into = tmp_path / "whole.ts", tmp_path / "package"
    into.mkdir()
    FfmpegVideo().join(parts, whole)
    made = FfmpegVideo().package(whole, [], into, lambda _share: None)
    assert (made.width, made.height) == (128, 72)
    assert made.duration_ms == pytest.approx(4000, abs=250)


def test_takes_that_are_all_without_sound_are_known_to_have_none_and_get_a_silent_track(
    film: Film, pack: Pack, tmp_path: Path
) -> None:
    mute = film("mute.ts", *GRID, seconds=2)
    FfmpegVideo().join([mute, mute], tmp_path / "whole.ts")
    made, package = pack(tmp_path / "whole.ts")
    assert (made.has_audio, made.duration_ms) == (False, 4000)
    assert loudness(package / "v0" / "00000.ts", zero=1.0) == [0, 0, 0, 0]


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ts"
    broken.write_bytes(b"no film" * 100)
    with pytest.raises(VideoRefused):
        FfmpegVideo().join([broken], tmp_path / "whole.ts")


def test_a_take_without_a_whole_picture_is_left_out(tmp_path: Path) -> None:
    parts = [recording(tmp_path / f"{place}.ts", 1) for place in range(2)]
    torn = tmp_path / "torn.ts"
    torn.write_bytes(parts[0].read_bytes()[: 188 * 4])
    whole = tmp_path / "whole.ts"
    FfmpegVideo().join([parts[0], torn, parts[1]], whole)
    with av.open(str(whole)) as container:
        assert sum(1 for _ in container.decode(video=0)) == 50
