"""The renditions of a video, and the lists of names that are refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from touchline.catalog.domain.media.renditions import (
    DEFAULT_RECORDING_RENDITIONS,
    SHORT_SIDES,
    RenditionName,
    RenditionsError,
    estimate_live_load,
    get_live_default,
    has_audio_only,
    parse_names,
    select_live_renditions,
    select_recording_renditions,
)

ALL_NAMES = [name.value for name in RenditionName]
VIDEO_LISTS = some.lists(some.sampled_from(ALL_NAMES), unique=True).filter(set(ALL_NAMES[:-1]).intersection)


def list_recording_sizes(names: str, width: int, height: int) -> list[tuple[str, int, int]]:
    return [
        (rendition.name, rendition.width, rendition.height)
        for rendition in select_recording_renditions(names.split(), width, height)
    ]


@pytest.mark.parametrize(
    ("source", "created"),
    [
        ((1920, 1080), [("source", 1920, 1080), ("720p", 1280, 720), ("360p", 640, 360)]),
        ((3840, 2160), [("1080p", 1920, 1080), ("720p", 1280, 720), ("360p", 640, 360)]),
        ((1280, 720), [("source", 1280, 720), ("360p", 640, 360)]),
        ((1080, 1920), [("source", 1080, 1920), ("720p", 720, 1280), ("360p", 360, 640)]),
        ((640, 360), [("source", 640, 360), ("180p", 320, 180)]),
        ((4096, 1716), [("804p", 1920, 804), ("480p", 1144, 480), ("360p", 858, 360)]),
    ],
)
def test_a_recording_of_a_common_size_gets_the_default_renditions(
    source: tuple[int, int], created: list[tuple[str, int, int]]
) -> None:
    assert list_recording_sizes(" ".join(DEFAULT_RECORDING_RENDITIONS), *source) == created


@pytest.mark.parametrize(
    ("names", "heights"),
    [
        ("source 360p", [1080, 720, 360]),
        ("source 480p", [1080, 720, 480]),
        ("source 1080p 720p 480p 360p audio", [1080, 720, 480, 360]),
        ("720p 480p", [720, 480]),
        ("source", [1080]),
        ("360p audio", [360]),
    ],
)
def test_listed_sizes_are_made_and_steps_larger_than_two_are_filled(names: str, heights: list[int]) -> None:
    assert [height for _, _, height in list_recording_sizes(names, 1920, 1080)] == heights


def test_a_list_without_the_source_uses_the_source_when_every_size_would_enlarge_it() -> None:
    assert list_recording_sizes("1080p 720p", 640, 360) == [("source", 640, 360), ("180p", 320, 180)]


@given(VIDEO_LISTS, some.integers(16, 8192), some.integers(16, 8192))
def test_no_recording_is_enlarged_and_no_step_is_larger_than_two(
    names: list[str], width: int, height: int
) -> None:
    created = select_recording_renditions(names, width, height)
    assert len(created) >= min(2, len(set(names) - {"audio"}))
    for rendition in created:
        assert rendition.width % 2 == rendition.height % 2 == 0
        assert 2 <= rendition.width <= min(width, 1920)
        assert 2 <= rendition.height <= min(height, 1920)
    for larger, smaller in pairwise(created):
        assert larger.width >= smaller.width and larger.height >= smaller.height
        assert min(larger.width, larger.height) <= 2 * (min(smaller.width, smaller.height) + 2)


@pytest.mark.parametrize(
    ("listed", "source", "encoded"),
    [
        ("source 360p", (1920, 1080), ["360p"]),
        ("source 720p 360p audio", (1280, 720), ["360p"]),
        ("source 720p 480p 360p", (1080, 1920), ["720p", "480p", "360p"]),
        ("source 720p 360p", (640, 360), ["360p"]),
        ("source 720p", (854, 480), ["720p"]),
        ("source 720p 360p", (1422, 800), ["360p"]),
        ("source audio", (1280, 720), []),
    ],
)
def test_a_live_stream_is_encoded_in_the_listed_sizes_that_are_clearly_smaller(
    listed: str, source: tuple[int, int], encoded: list[str]
) -> None:
    assert select_live_renditions(listed.split(), *source) == encoded


@pytest.mark.parametrize(
    ("cores", "names"),
    [
        (1, "source 360p"),
        (2, "source 720p 360p"),
        (4, "source 720p 360p"),
        (8, "source 720p 480p 360p"),
        (64, "source 720p 480p 360p"),
    ],
)
def test_the_live_default_follows_the_cores_of_the_machine(cores: int, names: str) -> None:
    assert list(get_live_default(cores)) == names.split()


@pytest.mark.parametrize("cores", range(1, 17))
def test_the_live_default_uses_less_than_half_of_the_cores(cores: int) -> None:
    assert estimate_live_load(get_live_default(cores)) <= cores * 0.36


@pytest.mark.parametrize("shorter", [1080, 900, 720, 540, 480, 360])
@pytest.mark.parametrize("cores", [2, 4, 8])
def test_the_live_default_has_no_step_larger_than_two(cores: int, shorter: int) -> None:
    created = select_live_renditions(get_live_default(cores), shorter * 16 // 9, shorter)
    sides = [shorter, *(SHORT_SIDES[name] for name in created)]
    assert all(larger <= 2 * smaller for larger, smaller in pairwise(sides))


def test_a_live_stream_without_encoding_needs_no_core() -> None:
    assert estimate_live_load(["source", "audio"]) == 0.0


def test_names_are_sorted_largest_first() -> None:
    assert parse_names(["audio", "360p", "source"], live=True) == (
        RenditionName.SOURCE,
        RenditionName.P360,
        RenditionName.AUDIO,
    )
    assert has_audio_only(parse_names(["audio", "360p"], live=False))
    assert not has_audio_only(parse_names(["360p"], live=False))


@pytest.mark.parametrize(
    ("values", "is_live", "message"),
    [
        (["source", "540p"], False, "`540p` is not a rendition; write names from: source, 1080p"),
        (["Source"], True, "`Source` is not a rendition"),
        (["source", "360p", "360p"], True, "lists `360p` twice; list each name once"),
        ([], False, "is empty; list at least `source`, or remove the line"),
        (["audio"], False, "has no video; add `source` or a size"),
        (["audio"], True, "has no video; add `source`"),
        (["360p"], True, "lacks `source`; add `source`"),
    ],
)
def test_an_invalid_list_is_refused_with_a_suggestion(values: list[str], is_live: bool, message: str) -> None:
    with pytest.raises(RenditionsError) as error:
        parse_names(values, live=is_live)
    assert str(error.value).startswith(message)
