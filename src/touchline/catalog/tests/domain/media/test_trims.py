"""The range of a trim, and the boundaries that it begins and ends at."""

from __future__ import annotations

import pytest

from touchline.catalog.domain.media.assets import StoredPackage
from touchline.catalog.domain.media.trims import Trim, align_trim, format_length, parse_time, parse_trim
from touchline.shared.errors import RefusedError

BOUNDARIES = [0, 4000, 8000, 12000, 13500]
FULL = StoredPackage(
    "assets/7-x", 13_500, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True
)


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("1:02:30", 3_750_000),
        ("2:30", 150_000),
        ("90", 90_000),
        ("0:07.25", 7250),
        ("100:00:00", 360_000_000),
    ],
)
def test_a_time_is_hours_minutes_and_seconds(text: str, milliseconds: int) -> None:
    assert parse_time(text) == milliseconds


@pytest.mark.parametrize("text", ["", "soon", "-1", "1:2:3:4", "1,5", "1:00:00.1234"])
def test_another_text_is_no_time(text: str) -> None:
    with pytest.raises(RefusedError, match="Write it as h:mm:ss, such as 1:02:30"):
        parse_time(text)


def test_a_length_is_shown_in_whole_seconds() -> None:
    assert format_length(3_750_999) == "1:02:30"


def test_a_range_without_an_end_lasts_to_the_end() -> None:
    assert parse_trim(5000, None, 13_500) == Trim(5000, 13_500)


def test_an_end_that_is_rounded_up_to_a_second_is_the_end() -> None:
    assert parse_trim(0, 14_000, 13_500) == Trim(0, 13_500)


@pytest.mark.parametrize(
    ("start", "end", "message"),
    [
        (5000, 5000, "The end must be after the start."),
        (5000, 4000, "The end must be after the start."),
        (0, 15_000, "The recording is only 0:00:13 long. Choose an earlier time."),
        (13_500, None, "The recording is only 0:00:13 long. Choose an earlier time."),
    ],
)
def test_a_range_outside_the_recording_is_refused(start: int, end: int | None, message: str) -> None:
    with pytest.raises(RefusedError) as refused:
        parse_trim(start, end, 13_500)
    assert refused.value.message == message


@pytest.mark.parametrize(
    ("chosen", "aligned"),
    [
        (Trim(5000, 11_000), Trim(4000, 12_000)),
        (Trim(6500, 13_000), Trim(8000, 13_500)),
        (Trim(4100, 4200), Trim(4000, 8000)),
        (Trim(13_400, 13_500), Trim(12_000, 13_500)),
    ],
)
def test_a_range_begins_and_ends_at_the_nearest_boundaries(chosen: Trim, aligned: Trim) -> None:
    assert align_trim(chosen, BOUNDARIES) == aligned


def test_the_whole_recording_is_not_a_trim() -> None:
    with pytest.raises(RefusedError, match="This range is the whole recording"):
        align_trim(Trim(1000, 13_000), BOUNDARIES)


def test_a_recording_without_segments_cannot_be_trimmed() -> None:
    with pytest.raises(RefusedError, match="files of this video are missing"):
        align_trim(Trim(0, 1000), [])


def test_a_trimmed_package_remembers_its_full_length() -> None:
    trimmed = FULL.to_trimmed(Trim(4000, 12_000), "assets/7-t1")
    assert (trimmed.folder, trimmed.duration_ms, trimmed.trim) == ("assets/7-t1", 8000, Trim(4000, 12_000))
    assert trimmed.full_length == FULL
    again = trimmed.to_trimmed(Trim(0, 8000), "assets/7-t2")
    assert again.full_length == FULL
    assert FULL.trim is None
