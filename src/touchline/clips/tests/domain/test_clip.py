"""Names and durations of clips, and what their owners may do."""

from __future__ import annotations

import pytest

from touchline.clips.domain.clip import MAX_DURATION_MS, ClipDetails, Range
from touchline.clips.domain.footage import Footage
from touchline.clips.tests.samples import NOON, build_clip, build_footage
from touchline.shared.errors import InvalidInputError, RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.tasks.work import WorkState


def get_errors(name: str, tags: list[str]) -> dict[str, list[str]]:
    """Return the errors for a name and tags."""
    with pytest.raises(InvalidInputError) as messages:
        ClipDetails.create(name, tags)
    return messages.value.errors


def test_details_are_normalized_and_duplicate_tags_keep_the_first_spelling() -> None:
    details = ClipDetails.create("  Glove \n save ", ["Goal", "", "GOAL", " Over  time "])
    assert details == ClipDetails("Glove save", ("Goal", "Over time"))


def test_details_lose_control_and_bidi_characters() -> None:
    details = ClipDetails.create("Save\x1b]0;\x07by \u202eevil\u2066\x9b2J", ["\x1b[2JGoal", "But\u202c"])
    assert details == ClipDetails("Save ]0; by evil 2J", ("[2JGoal", "But"))
    family = "\N{WOMAN}\u200d\N{GIRL}"
    assert ClipDetails.create(family, ["\N{ICE HOCKEY STICK AND PUCK}\ufe0f"]).name == family


def test_invisible_details_are_empty() -> None:
    assert get_errors("\u200b\u2060 ", ["\u200d"]) == {
        "name": ["Field is required"],
        "tags": ["Please select tag"],
    }


def test_details_of_the_maximum_length_are_accepted() -> None:
    assert ClipDetails.create("é" * 80, [f"{number:040}" for number in range(10)]).name == "é" * 80


def test_all_errors_are_reported() -> None:
    assert get_errors("", [" "]) == {"name": ["Field is required"], "tags": ["Please select tag"]}
    assert get_errors("x" * 81, ["x" * 41]) == {
        "name": ["Field length must be less than 80"],
        "tags": ["Field length must be less than 40"],
    }
    assert get_errors("x", list("abcdefghijk")) == {"tags": ["Choose 10 tags or fewer."]}


def test_a_clip_has_a_minimum_and_a_maximum_duration() -> None:
    assert Range.create(0, 1000) == Range(0, 1000)
    assert Range.create(5, MAX_DURATION_MS).end_ms == 300_005
    for duration, sentence in (
        (999, "Field length must be greater than 1"),
        (300_001, "Field length must be less than 300"),
    ):
        with pytest.raises(InvalidInputError) as messages:
            Range.create(0, duration)
        assert messages.value.errors == {"duration": [sentence]}


def live_footage(first: int, last: int) -> Footage:
    """Return footage of a live stream from segment `first` to `last`, in segments of 2 s."""
    return build_footage(range(first, last), length_ms=2000, is_live=True)


def test_a_range_must_be_within_the_footage() -> None:
    stream = live_footage(10, 20)
    assert Range(20_000, 20_000).clamp_to(stream) == Range(20_000, 20_000)
    with pytest.raises(RefusedError, match="Your clip duration is longer than the end time"):
        Range(35_000, 5_051).clamp_to(stream)
    with pytest.raises(RefusedError, match="This part of the stream is no longer available"):
        Range(19_949, 5_000).clamp_to(stream)


def test_a_range_rounded_past_either_end_is_clamped_to_the_footage() -> None:
    assert Range(35_000, 5_050).clamp_to(live_footage(10, 20)) == Range(35_000, 5_000)
    assert Range(19_950, 5_000).clamp_to(live_footage(10, 20)) == Range(20_000, 4_950)
    assert Range(19_950, 20_100).clamp_to(live_footage(10, 20)) == Range(20_000, 20_000)


def test_only_a_failed_clip_can_be_retried() -> None:
    created = build_clip()
    created.begin("mine", NOON)
    with pytest.raises(RefusedError, match="Only a failed clip can be retried"):
        created.retry()
    created.fail("mine", "A segment is damaged.")
    created.retry()
    assert (created.state, created.failure_message, created.attempts) == (WorkState.QUEUED, "", 0)


def test_unsharing_gives_another_uuid() -> None:
    created = build_clip()
    before = created.uuid
    created.unshare()
    assert created.uuid != before


def test_a_clip_belongs_to_its_creator_and_not_to_anonymous_visitors() -> None:
    created = build_clip()
    assert created.account_id is not None
    assert created.is_owned_by(created.account_id)
    assert not created.is_owned_by(AccountId(created.account_id + 1))
    assert not created.is_owned_by(None)
