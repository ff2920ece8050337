"""What becomes of a stream whose sound, size or timestamps change: one track of sound, one timeline.

Each second has a flash and a beep, so sync and gaps are measured in what was written.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from adapters.ingest.live_stream import LiveStream
from adapters.ingest.record import RecordReader, RecordWriter
from adapters.ingest.rtmp import AUDIO, VIDEO, Message
from adapters.ingest.tests.flv_files import messages
from adapters.video.tests.captioned import every_two_seconds
from adapters.video.tests.captioned import write as write_captions
from adapters.video.tests.conftest import ffmpeg

FLASH = "color=black:s={size}:r=25,drawbox=t=fill:color=white:enable='lt(mod(t+0.5,1),0.1)'"
BEEP = "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t+0.5,1),0.1)':s=48000"
CODED = (
    *("-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "50", "-sc_threshold", "0"),
    *("-pix_fmt", "yuv420p"),
)
LEAST_STEP, SYNC, PROMISE = 0.005, 0.025, 0.04
"""Seconds: what was in sync stays within `SYNC`, and everything within `PROMISE`."""
Make = Callable[..., list[Message]]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """`film(seconds, size=…, sound=…, keys=…)`: the messages of an encoder, each kind encoded once."""
    made: dict[object, Path] = {}
    folder = tmp_path_factory.mktemp("films")

    def make(
        seconds: int = 6,
        *,
        size: str = "160x90",
        sound: bool = True,
        keys: int = 50,
        more: Iterable[str] = (),
    ) -> list[Message]:
        key = (seconds, size, sound, keys, tuple(more))
        if key not in made:
            made[key] = folder / f"{len(made)}.flv"
            heard = ("-f", "lavfi", "-i", BEEP, "-c:a", "aac", "-b:a", "64k") if sound else ()
            ffmpeg(
                *("-f", "lavfi", "-i", FLASH.format(size=size), *heard, "-t", str(seconds)),
                *CODED,
                *("-g", str(keys), *more, str(made[key])),
            )
        return list(messages(made[key]))

    return make


def later(found: Iterable[Message], ms: int) -> list[Message]:
    """The same messages with other timestamps, which wrap as on the line."""
    return [Message(one.kind, (one.timestamp + ms) % (1 << 32), one.stream, one.body) for one in found]


class Result:
    """What was written of a stream."""

    def __init__(self, folder: Path, parts: Iterable[Iterable[Message]], renditions: tuple[str, ...]) -> None:
        self.folder = folder
        stream = LiveStream(folder, renditions, RecordWriter(folder), exactly=False)
        for part in parts:
            for message in part:
                stream.take(message)
        stream.finish()
        self.record = RecordReader(folder)
        self.record.read()

    @property
    def seconds(self) -> float:
        return sum(one.ms for one in self.record.segments) / 1000

    def file(self, name: str) -> Path:
        """All segments of a rendition in a row, as recordings have them."""
        joined = self.folder / f"{name}.ts"
        segments = sorted((self.folder / name).iterdir())
        joined.write_bytes(b"".join(one.read_bytes() for one in segments))
        return joined

    def times(self, name: str, kind: str) -> list[float]:
        """When each picture or each piece of sound is shown or heard."""
        with av.open(str(self.file(name))) as container:
            stream = next(one for one in container.streams if one.type == kind)
            return [float(one.pts * one.time_base) for one in container.demux(stream) if one.pts is not None]

    def flashes(self, name: str) -> list[float]:
        """When the picture becomes white."""
        with av.open(str(self.file(name))) as container:
            found = [
                (float(f.time or 0), f.to_ndarray(format="gray").mean() > 128)
                for f in container.decode(video=0)
            ]
        return [at for (_, before), (at, white) in pairwise([(0.0, False), *found]) if white and not before]

    def beeps(self, name: str) -> list[float]:
        """When a beep begins."""
        found: list[float] = []
        last = -1.0
        with av.open(str(self.file(name))) as container:
            for frame in container.decode(audio=0):
                loud = np.flatnonzero(np.abs(frame.to_ndarray()[0]) > 0.15)
                for at in (float(frame.time or 0) + loud / frame.sample_rate)[:1]:
                    if at - last > 0.3:
                        found.append(float(at))
                if loud.size:
                    last = float(frame.time or 0) + float(loud[-1]) / frame.sample_rate
        return found

    def check(self, *, silent: Callable[[float], bool] = lambda at: False, sync: float = SYNC) -> None:
        """Sound without a gap, no step back, and each flash with its beep, but where it is `silent`."""
        for name in self.record.looks:
            sound = self.times(name, "audio")
            assert all(0.02 < b - a < 0.0227 for a, b in pairwise(sound)), "one row of frames"
            if name == "audio":
                continue
            pictures = sorted(self.times(name, "video"))
            assert all(b - a > LEAST_STEP for a, b in pairwise(pictures))
            assert sound[0] - pictures[0] < 0.022 and sound[0] >= pictures[0] - 0.001
            beeps = self.beeps(name)
            for flash in self.flashes(name):
                near = [beep for beep in beeps if abs(beep - flash) < sync]
                assert bool(near) is not silent(flash - 10), (name, flash, beeps)


@pytest.fixture
def receive(tmp_path: Path) -> Iterator[Callable[..., Result]]:
    """`receive(messages, more messages, …)` takes them in as one encoder's stream."""

    def take(*parts: Iterable[Message], renditions: tuple[str, ...] = ("source", "360p")) -> Result:
        folder = tmp_path / "stream"
        folder.mkdir()
        return Result(folder, parts, renditions)

    yield take


def test_sound_that_ends_and_comes_back_is_silence_in_between(
    receive: Callable[..., Result], film: Make
) -> None:
    found = receive(film(), later(film(sound=False), 6000), later(film(), 12_000))
    assert found.seconds == pytest.approx(18, abs=0.05)
    found.check(silent=lambda at: 6 < at < 12)


def test_sound_that_begins_late_is_in_step(receive: Callable[..., Result], film: Make) -> None:
    found = receive(film(sound=False), later(film(), 6000))
    found.check(silent=lambda at: at < 6)


def test_a_stream_without_sound_has_a_silent_track(receive: Callable[..., Result], film: Make) -> None:
    found = receive(film(sound=False))
    found.check(silent=lambda at: True)
    assert all(look.codecs.endswith(",mp4a.40.2") for look in found.record.looks.values())


@pytest.mark.parametrize("codec", [("libmp3lame", "44100"), ("pcm_alaw", "8000"), ("pcm_s16le", "44100")])
def test_sound_in_another_format_becomes_aac(
    receive: Callable[..., Result], film: Make, codec: tuple[str, str]
) -> None:
    name, rate = codec
    other = film(more=("-c:a", name, "-ar", rate, "-ac", "1"))
    receive(film(), later(other, 6000)).check()


def test_another_size_is_a_break_and_stays_in_step(receive: Callable[..., Result], film: Make) -> None:
    found = receive(film(), later(film(size="320x180"), 6000), later(film(size="90x160"), 12_000))
    found.check()
    breaks = [
        sum(one.ms for one in found.record.segments[:n])
        for n, s in enumerate(found.record.segments)
        if s.breaks
    ]
    assert breaks == [6000, 12_000]
    assert found.record.looks["source"].width == 90
    assert found.seconds == pytest.approx(18, abs=0.05)


@pytest.mark.parametrize("ms", [3_600_000, -6000, -3000, 9000, (1 << 32) - 3000 - 6000])
def test_timestamps_that_jump_or_begin_again_leave_no_hole(
    receive: Callable[..., Result], film: Make, ms: int
) -> None:
    found = receive(film(), later(film(), 6000 + ms))
    assert found.seconds == pytest.approx(12, abs=0.1)
    found.check()
    assert max(b - a for a, b in pairwise(sorted(found.times("source", "video")))) < 0.1


def test_timestamps_that_wrap_go_on(receive: Callable[..., Result], film: Make) -> None:
    found = receive(later(film(), (1 << 32) - 3000))
    assert found.seconds == pytest.approx(6, abs=0.05)
    found.check()


@pytest.mark.parametrize("share", [1.05, 0.95, 1.002])
def test_a_clock_that_is_wrong_keeps_the_sync(
    receive: Callable[..., Result], film: Make, share: float
) -> None:
    wrong = [Message(one.kind, round(one.timestamp * share), one.stream, one.body) for one in film(10)]
    found = receive(wrong)
    assert found.seconds == pytest.approx(10 * share, abs=0.1)
    found.check(sync=PROMISE)


@pytest.mark.parametrize("keys", [5, 60, 225, 1000])
def test_no_segment_is_longer_than_the_target(receive: Callable[..., Result], film: Make, keys: int) -> None:
    found = receive(film(20, keys=keys))
    lengths = [one.ms for one in found.record.segments]
    assert max(round(ms / 1000) for ms in lengths) <= 4
    assert found.seconds == pytest.approx(20, abs=0.05)
    found.check()


def test_pictures_that_refer_to_later_ones_are_cut_in_between(
    receive: Callable[..., Result], film: Make
) -> None:
    found = receive(film(12, keys=1000, more=("-bf", "3")))
    assert max(round(one.ms / 1000) for one in found.record.segments) <= 4
    found.check()


def test_pictures_that_pause_while_the_sound_goes_on_leave_no_hole(
    receive: Callable[..., Result], film: Make
) -> None:
    pause = [one for one in later(film(), 6000) if one.kind == AUDIO]
    found = receive(film(), pause, later(film(), 12_000))
    assert found.seconds == pytest.approx(12, abs=0.1)
    found.check()


def test_no_encoded_rendition_has_more_bits_than_the_source(
    receive: Callable[..., Result], film: Make
) -> None:
    found = receive(film(8, more=("-vf", "noise=alls=20", "-crf", "35")))
    source, small = (sum(one.sizes[name] for one in found.record.segments) for name in ("source", "360p"))
    assert small < source


def test_the_renditions_that_are_asked_for_are_cut_alike(receive: Callable[..., Result], film: Make) -> None:
    found = receive(film(size="640x480"), renditions=("source", "720p", "360p", "audio"))
    assert list(found.record.looks) == ["source", "360p", "audio"]
    assert (found.record.looks["360p"].width, found.record.looks["360p"].height) == (480, 360)
    found.check()


def test_counters_go_on_from_segment_to_segment(receive: Callable[..., Result], film: Make) -> None:
    found = receive(film())
    for name in found.record.looks:
        rows = np.frombuffer(found.file(name).read_bytes(), np.uint8).reshape(-1, 188)
        names = (rows[:, 1].astype(int) & 31) << 8 | rows[:, 2]
        for one in np.unique(names):
            counters = [int(row[3] & 15) for row in rows[names == one] if row[3] & 0x10]
            assert all(b == (a + 1) % 16 for a, b in pairwise(counters))


def test_sound_alone_is_refused(receive: Callable[..., Result], film: Make) -> None:
    alone = [one for one in film(20) if one.kind != VIDEO]
    assert receive(alone).record.unusable == "The encoder sends no picture, only sound."


def test_pictures_that_stop_while_the_sound_goes_on_are_told(
    receive: Callable[..., Result], film: Make
) -> None:
    alone = [one for one in later(film(), 6000) if one.kind != VIDEO]
    found = receive(film(), alone)
    assert found.record.fault == "The encoder sends no picture, only sound."
    assert found.record.unusable == ""
    assert found.seconds == pytest.approx(6, abs=0.1)


def test_captions_that_begin_later_are_announced_from_then_on(film: Make, tmp_path: Path) -> None:
    plain, captioned, whole = (tmp_path / name for name in ("plain.ts", "captioned.ts", "captioned.flv"))
    before = film(4)
    ffmpeg("-f", "lavfi", "-i", FLASH.format(size="160x90"), "-t", "4", *CODED, str(plain))
    write_captions(plain, captioned, every_two_seconds(4))
    ffmpeg("-i", str(captioned), "-c", "copy", str(whole))
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "plain").mkdir()
    assert not Result(folder / "plain", [before], ("source",)).record.captions
    (folder / "both").mkdir()
    assert Result(folder / "both", [before, later(messages(whole), 4000)], ("source",)).record.captions
