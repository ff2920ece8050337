"""Placing live captions on the segments of a stream."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from touchline.catalog.domain.live_captions.captions import LiveCaption, clean_text
from touchline.catalog.domain.live_captions.placement import CaptionPlacement, build_cues
from touchline.catalog.tests.samples import NOON


def caption(number: int, at: float, text: str = "", until: float | None = None) -> LiveCaption:
    """Return a caption that begins `at` seconds after noon."""
    return LiveCaption(
        "en",
        NOON + timedelta(seconds=at),
        text or f"caption {number}",
        NOON,
        NOON + timedelta(seconds=until) if until is not None else None,
        id=number,
    )


def place(placement: CaptionPlacement, captions: list[LiveCaption], start: float) -> list[object]:
    """Return the cues of the segment of two seconds from `start`, in seconds after noon."""
    begins, ends = (NOON + timedelta(seconds=seconds) for seconds in (start, start + 2))
    return [
        ((cue.starts_at - NOON).total_seconds(), (cue.ends_at - NOON).total_seconds(), cue.text)
        for cue in placement.place(captions, begins, ends)
    ]


def test_a_caption_is_in_each_segment_in_which_it_is_shown() -> None:
    placement, captions = CaptionPlacement(), [caption(1, 1, until=4.5)]
    assert place(placement, captions, 0) == [(1, 2, "caption 1")]
    assert place(placement, captions, 2) == [(2, 4, "caption 1")]
    assert place(placement, captions, 4) == [(4, 4.5, "caption 1")]
    assert place(placement, captions, 6) == []


def test_a_caption_without_an_end_lasts_until_the_next_one() -> None:
    placement = CaptionPlacement()
    assert place(placement, [caption(1, 0.5)], 0) == [(0.5, 2, "caption 1")]
    captions = [caption(1, 0.5), caption(2, 3)]
    assert place(placement, captions, 2) == [(2, 3, "caption 1"), (3, 4, "caption 2")]


def test_a_caption_that_nothing_follows_lasts_as_long_as_reading_it_takes() -> None:
    short, long = build_cues([caption(1, 0, "Goal!"), caption(2, 30, "word " * 40)])
    assert timedelta(seconds=2) < short.ends_at - short.starts_at < timedelta(seconds=3)
    assert long.ends_at - long.starts_at == timedelta(seconds=6)


def test_an_empty_caption_ends_the_one_before() -> None:
    ending = LiveCaption("en", NOON + timedelta(seconds=1), "", NOON, id=2)
    assert place(CaptionPlacement(), [caption(1, 0), ending], 0) == [(0, 1, "caption 1")]


def test_a_correction_is_shown_from_the_next_segment_on() -> None:
    placement = CaptionPlacement()
    assert place(placement, [caption(1, 1, "Hello")], 0) == [(1, 2, "Hello")]
    assert place(placement, [caption(1, 1, "Hello everyone", until=9)], 2) == [(2, 4, "Hello everyone")]


def test_text_that_grows_stays_until_it_was_readable_in_full() -> None:
    corrected = replace(caption(1, 0, "Hello"), corrected_at=NOON + timedelta(seconds=9))
    assert place(CaptionPlacement(), [corrected], 10) == [(10, 11, "Hello")]


def test_a_late_caption_is_shown_with_the_next_segment_for_its_whole_time() -> None:
    placement = CaptionPlacement()
    place(placement, [], 0)
    late = [caption(1, 0.5, until=2)]
    assert place(placement, late, 2) == [(2, 3.5, "caption 1")]
    assert place(placement, late, 4) == []


def test_late_captions_follow_each_other() -> None:
    placement = CaptionPlacement()
    place(placement, [], 0)
    captions = [caption(1, 0), caption(2, 0.5), caption(3, 3.5)]
    assert place(placement, captions, 2) == [
        (2, 3, "caption 1"),
        (3, 3.5, "caption 2"),
        (3.5, 4, "caption 3"),
    ]


def test_a_caption_that_is_much_too_late_is_left_to_the_recording() -> None:
    placement = CaptionPlacement()
    place(placement, [], 18)
    assert place(placement, [caption(1, 2)], 20) == []


def test_a_process_that_takes_over_does_not_show_old_captions_again() -> None:
    assert place(CaptionPlacement(), [caption(1, 0, until=1)], 10) == []


def test_a_caption_that_was_sent_again_is_shown_once() -> None:
    captions = [caption(1, 0, "Hello", until=1), caption(2, 0, "Hello", until=1)]
    assert place(CaptionPlacement(), captions, 0) == [(0, 1, "Hello")]
    assert [cue.text for cue in build_cues(captions)] == ["Hello"]


def test_text_is_bounded_and_has_no_invisible_characters() -> None:
    assert clean_text("  HERE\u200b COMES<br>THE   CORNER\r\n\r\n\x07") == "HERE COMES\nTHE CORNER"
    assert clean_text("a\nb\nc\nd\ne") == "a\nb\nc\nd e"
    assert len(clean_text("x" * 1000)) == 400
