"""What a clip may be called, how long it may be, what its owner may do."""

from __future__ import annotations

import pytest

from touchline.clips.domain.clip import LONGEST_MS, Range, Words
from touchline.clips.domain.footage import Footage
from touchline.clips.tests.samples import NOON, clip, footage
from touchline.shared.errors import Invalid, Refused
from touchline.shared.ids import AccountId
from touchline.shared.work import WorkState


def wrong(name: str, tags: list[str]) -> dict[str, list[str]]:
    """What is said of such words."""
    with pytest.raises(Invalid) as said:
        Words.of(name, tags)
    return said.value.errors


def test_words_are_tidied_and_a_tag_counts_once_as_it_was_first_spelt() -> None:
    words = Words.of("  Glove \n save ", ["Goal", "", "GOAL", " Over  time "])
    assert words == Words("Glove save", ("Goal", "Over time"))


def test_words_command_no_terminal_and_turn_no_text_around() -> None:
    words = Words.of("Save\x1b]0;\x07by \u202eevil\u2066\x9b2J", ["\x1b[2JGoal", "But\u202c"])
    assert words == Words("Save ]0; by evil 2J", ("[2JGoal", "But"))
    family = "\N{WOMAN}\u200d\N{GIRL}"
    assert Words.of(family, ["\N{ICE HOCKEY STICK AND PUCK}\ufe0f"]).name == family


def test_words_that_show_nothing_are_none() -> None:
    assert wrong("\u200b\u2060 ", ["\u200d"]) == {
        "name": ["Field is required"],
        "tags": ["Please select tag"],
    }


def test_words_of_the_longest_lengths_are_taken() -> None:
    assert Words.of("é" * 80, [f"{number:040}" for number in range(10)]).name == "é" * 80


def test_everything_that_is_wrong_is_said() -> None:
    assert wrong("", [" "]) == {"name": ["Field is required"], "tags": ["Please select tag"]}
    assert wrong("x" * 81, ["x" * 41]) == {
        "name": ["Field length must be less than 80"],
        "tags": ["Field length must be less than 40"],
    }
    assert wrong("x", list("abcdefghijk")) == {"tags": ["At most 10 tags."]}


def test_a_clip_has_a_least_and_a_most_length() -> None:
    assert Range.of(0, 1000) == Range(0, 1000)
    assert Range.of(5, LONGEST_MS).end_ms == 300_005
    for duration, sentence in (
        (999, "Field length must be greater than 1"),
        (300_001, "Field length must be less than 300"),
    ):
        with pytest.raises(Invalid) as said:
            Range.of(0, duration)
        assert said.value.errors == {"duration": [sentence]}


def live(first: int, last: int) -> Footage:
    """A live stream between two segments of 2 s."""
    return footage(range(first, last), length_ms=2000, live=True)


def test_it_lies_within_what_there_is() -> None:
    stream = live(10, 20)
    assert Range(20_000, 20_000).within(stream) == Range(20_000, 20_000)
    with pytest.raises(Refused, match="Your clip duration is longer than the end time"):
        Range(35_000, 5_051).within(stream)
    with pytest.raises(Refused, match="does not reach back so far"):
        Range(19_949, 5_000).within(stream)


def test_what_was_rounded_beyond_either_end_is_as_long_as_there_are_pictures() -> None:
    assert Range(35_000, 5_050).within(live(10, 20)) == Range(35_000, 5_000)
    assert Range(19_950, 5_000).within(live(10, 20)) == Range(20_000, 4_950)
    assert Range(19_950, 20_100).within(live(10, 20)) == Range(20_000, 20_000)


def test_only_what_failed_is_cut_once_more() -> None:
    made = clip()
    made.begin("mine", NOON)
    with pytest.raises(Refused, match="Only a clip that failed"):
        made.retry()
    made.fail("mine", "A segment is damaged.")
    made.retry()
    assert (made.state, made.failure_message, made.attempts) == (WorkState.QUEUED, "", 0)


def test_unsharing_gives_another_uuid() -> None:
    made = clip()
    before = made.uuid
    made.unshare()
    assert made.uuid != before


def test_a_clip_belongs_to_who_made_it_and_not_to_nobody() -> None:
    made = clip()
    assert made.is_of(made.account_id)
    assert not made.is_of(AccountId(made.account_id + 1))
    assert not made.is_of(None)
