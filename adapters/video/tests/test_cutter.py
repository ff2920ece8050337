"""Clips begin and end on the pictures that were asked for, with their sound in step."""

import random
from fractions import Fraction
from pathlib import Path

import av
import pytest

from adapters.video.cutter import FfmpegCutter
from adapters.video.tests import counted
from adapters.video.tests.conftest import H264, CutPictures, Packaged
from adapters.video.tests.counted import off_the_tick

IN_STEP = 0.008
"""Seconds; less than half of a picture at the highest rate."""


def there(number: int) -> bool:
    """Whether the live stream's varying rate has kept a picture."""
    return number % 7 > 1 or number % 60 == 0


def copied_of_ours(first: int, past: int) -> int:
    """All but the first, which opens its group anew unless it is a key picture."""
    return past - first - (first % 50 > 0)


def test_fifty_clips_at_random_pictures_begin_and_end_on_those(cut: CutPictures, package: Packaged) -> None:
    takes, rate, dice = [package("25", 20)], Fraction(25), random.Random(6)  # noqa: S311
    for _ in range(50):
        first = dice.randrange(480)
        past = min(500, first + dice.randrange(1, 120))
        made, found = cut(takes, rate, first, past)
        assert found.numbers == list(range(first, past))
        assert off_the_tick(found.ticks, first / 25, past / 25) < IN_STEP
        assert found.shown == pytest.approx([number / 25 for number in range(past - first)], abs=1e-4)
        assert made.duration_ms == (past - first) * 40
        assert found.seconds == pytest.approx((past - first) / 25, abs=1e-4)
        assert found.sound_seconds == pytest.approx((past - first) / 25, abs=1e-4)
        assert made.copied == pytest.approx(copied_of_ours(first, past) / (past - first))


@pytest.mark.parametrize("rate", ["30000/1001", "50"])
def test_pictures_at_odd_rates_are_met(cut: CutPictures, package: Packaged, rate: str) -> None:
    takes, per_second, dice = [package(rate, 10)], Fraction(rate), random.Random(7)  # noqa: S311
    for _ in range(6):
        first = dice.randrange(int(6 * per_second))
        past = first + dice.randrange(20, int(4 * per_second))
        made, found = cut(takes, per_second, first, past)
        assert found.numbers == list(range(first, past))
        assert off_the_tick(found.ticks, float(first / per_second), float(past / per_second)) < IN_STEP
        assert made.duration_ms == pytest.approx(float((past - first) * 1000 / per_second), abs=1)


def test_a_live_stream_of_a_strange_encoder_is_cut_at_its_own_instants(
    cut: CutPictures, live: list[Path]
) -> None:
    dice, shares = random.Random(8), []  # noqa: S311
    for _ in range(6):
        first = dice.choice([number for number in range(240) if there(number)])
        past = dice.choice([number for number in range(first + 40, first + 120) if there(number)])
        made, found = cut([live], Fraction(30), first, past)
        kept = [number for number in range(first, past) if there(number)]
        assert found.numbers == kept
        assert found.shown == pytest.approx([(number - first) / 30 for number in kept], abs=0.002)
        assert off_the_tick(found.ticks, first / 30, past / 30) < IN_STEP
        assert found.seconds == pytest.approx((past - first) / 30, abs=0.002)
        shares.append(made.copied)
    assert sum(shares) / len(shares) > 0.3


@pytest.fixture(scope="session")
def copyable(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Not encoded as our own, with key frames every second and no picture that refers to a later one."""
    folder = tmp_path_factory.mktemp("copyable")
    coded = (*H264, "-bf", "0", "-g", "25", "-output_ts_offset", "10")
    counted.draw(folder / "i.m3u8", 8, Fraction(25), *coded, *counted.AAC, *counted.hls(folder, 2))
    return counted.segments(folder)


@pytest.mark.parametrize(
    ("first", "past", "copied"), [(30, 110, 60), (49, 110, 60), (50, 110, 60), (26, 49, 0), (150, 200, 50)]
)
def test_pictures_of_a_strange_encoder_are_copied_too(
    cut: CutPictures, copyable: list[Path], first: int, past: int, copied: int
) -> None:
    made, found = cut([copyable], Fraction(25), first, past)
    assert found.numbers == list(range(first, past))
    assert off_the_tick(found.ticks, first / 25, past / 25) < IN_STEP
    assert made.copied == pytest.approx(copied / (past - first))


def test_where_the_encoder_changed_its_ways_the_rest_is_copied(
    cut: CutPictures, copyable: list[Path], tmp_path: Path
) -> None:
    coded = (*H264, "-bf", "0", "-g", "25", "-qp", "30", "-output_ts_offset", "14")
    options = (*coded, *counted.AAC, *counted.hls(tmp_path / "changed", 2))
    counted.draw(tmp_path / "changed" / "i.m3u8", 4, Fraction(25), *options, first=100)
    take = copyable[:2] + counted.segments(tmp_path / "changed")
    made, found = cut([take], Fraction(25), 60, 130)
    assert (found.numbers, made.copied) == (list(range(60, 130)), 30 / 70)
    assert off_the_tick(found.ticks, 60 / 25, 130 / 25) < IN_STEP


@pytest.mark.parametrize(("first", "kinds"), [(98, 1), (99, 2), (100, 1)])
def test_two_idr_pictures_in_a_row_differ_in_their_parameter_sets(
    cut: CutPictures, package: Packaged, tmp_path: Path, first: int, kinds: int
) -> None:
    cut([package("25", 20)], Fraction(25), first, 150)
    with av.open(str(tmp_path / "clip.mp4")) as container:
        header = container.streams.video[0].codec_context.extradata
    assert header is not None
    assert header[5] & 31 == kinds


@pytest.mark.parametrize(("first", "past"), [(0, 500), (0, 1), (0, 40), (499, 500), (460, 500), (110, 113)])
def test_the_ends_of_a_recording_and_what_is_shorter_than_a_group_are_cut_as_well(
    cut: CutPictures, package: Packaged, first: int, past: int
) -> None:
    made, found = cut([package("25", 20)], Fraction(25), first, past)
    assert found.numbers == list(range(first, past))
    assert made.duration_ms == (past - first) * 40
    assert off_the_tick(found.ticks, first / 25, past / 25) < IN_STEP


def test_only_what_is_given_is_needed(cut: CutPictures, package: Packaged) -> None:
    second, third = package("25", 20)[1:3]
    _, found = cut([[second, third]], Fraction(25), 10, 150)
    assert found.numbers == list(range(110, 250))
    assert off_the_tick(found.ticks, 4.4, 10) < IN_STEP


def test_an_instant_between_two_pictures_means_the_one_that_is_shown(
    package: Packaged, tmp_path: Path
) -> None:
    made = FfmpegCutter().cut([package("25", 20)], 1_030, 2_000, tmp_path / "clip.mp4", lambda _share: None)
    assert counted.read(tmp_path / "clip.mp4").numbers == list(range(25, 75))
    assert made.duration_ms == 2_000


def test_past_the_end_a_clip_ends_with_the_recording(cut: CutPictures, package: Packaged) -> None:
    made, found = cut([package("25", 20)], Fraction(25), 480, 600)
    assert found.numbers == list(range(480, 500))
    assert made.duration_ms == 800


def test_a_clip_goes_on_across_a_discontinuity(cut: CutPictures, tmp_path: Path) -> None:
    """The second take has another size, other time stamps and other parameter sets."""
    takes = []
    for number, more in enumerate((("-output_ts_offset", "50"), ("-s", "128x64", "-bf", "2"))):
        folder = tmp_path / f"{number}"
        options = (*H264, "-g", "50", *more, *counted.AAC, *counted.hls(folder, 2))
        counted.draw(folder / "i.m3u8", 4, Fraction(25), *options, first=100 * number)
        takes.append(counted.segments(folder))
    made, found = cut(takes, Fraction(25), 60, 170)
    assert found.numbers == list(range(60, 170))
    assert found.shown == pytest.approx([number / 25 for number in range(110)], abs=1e-4)
    assert off_the_tick(found.ticks, 60 / 25, 170 / 25) < IN_STEP
    assert (found.size, made.copied) == ((192, 96), 0)
    made, found = cut(takes, Fraction(25), 150, 170)
    assert (found.numbers, found.size) == (list(range(150, 170)), (128, 64))
    assert made.copied > 0.5


def test_time_stamps_that_begin_anew_unannounced_are_a_discontinuity(
    cut: CutPictures, copyable: list[Path]
) -> None:
    _, found = cut([[copyable[2], copyable[0]]], Fraction(25), 30, 80)
    assert found.numbers == [*range(130, 150), *range(30)]


def test_without_sound_there_is_none(cut: CutPictures, tmp_path: Path) -> None:
    options = (*H264, "-g", "50", "-bf", "0", *counted.hls(tmp_path / "mute", 2))
    counted.draw(tmp_path / "mute" / "i.m3u8", 4, Fraction(25), *options, sound=False)
    made, found = cut([counted.segments(tmp_path / "mute")], Fraction(25), 20, 90)
    assert (found.numbers, found.sound_seconds) == (list(range(20, 90)), None)
    assert made.copied > 0.5


def test_sound_that_begins_late_and_ends_early_stays_in_its_place(cut: CutPictures, tmp_path: Path) -> None:
    late = ("-af", "atrim=start=1.5:end=3.5", *counted.AAC)
    options = (*H264, "-g", "50", "-bf", "0", *late, *counted.hls(tmp_path / "late", 2))
    counted.draw(tmp_path / "late" / "i.m3u8", 5, Fraction(25), *options)
    _, found = cut([counted.segments(tmp_path / "late")], Fraction(25), 10, 110)
    assert found.sound_seconds == pytest.approx(4, abs=1e-4)
    assert found.ticks == pytest.approx([2 - 0.4, 3 - 0.4], abs=IN_STEP)


def test_a_player_can_begin_before_it_has_all(cut: CutPictures, package: Packaged, tmp_path: Path) -> None:
    made, _ = cut([package("25", 20)], Fraction(25), 90, 190)
    data = (tmp_path / "clip.mp4").read_bytes()
    assert 0 < data.index(b"moov") < data.index(b"mdat")
    assert (made.size, made.width, made.height) == (len(data), counted.WIDTH, counted.HEIGHT)
