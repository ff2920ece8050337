"""What is said of a playback by shaka-player that is not what the package promises."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from contracts.media.cases import Expected
from contracts.media.products import Product
from contracts.media.readings import Reading
from contracts.media.shaka import Playback, Variant, read_playback
from contracts.media.shaka_failures import (
    choice_failures,
    offer_failures,
    parts,
    playback_failures,
    played_part,
)

EXPECTED = Expected(4, sounds=2)
PLAYED = Playback(
    error="",
    duration=4.001,
    pictures=101,
    sizes=((160, 90),),
    sound_bytes=24_000,
    buffered=((0.001, 4.001),),
    standstill=0.2,
    captions=0,
    variants=(Variant(160, 90, 400_000), Variant(80, 44, 200_000), Variant(160, 90, 400_000)),
    audio_tracks=("Français", "English"),
    text_tracks=("CC1",),
)
MASTER = """#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="Français",LANGUAGE="fr",DEFAULT=YES,AUTOSELECT=YES
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",LANGUAGE="en",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x90
v0/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=80x44
v1/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=90000
audio/index.m3u8
"""


@pytest.fixture
def product(tmp_path: Path) -> Product:
    """A package of which there is the master playlist alone."""
    (tmp_path / "master.m3u8").write_text(MASTER)
    return Product(tmp_path)


def test_a_playback_as_promised_is_no_failure(product: Product) -> None:
    assert [*playback_failures(EXPECTED, PLAYED, 100), *offer_failures(EXPECTED, PLAYED, product)] == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"error": "error 1001 BAD_HTTP_STATUS"}, "error 1001 BAD_HTTP_STATUS"),
        ({"duration": 4.2}, "4.200 s long, not 4.000 s"),
        ({"pictures": 99}, "99 of 100 pictures"),
        ({"sound_bytes": 0}, "no sound"),
        (
            {"buffered": ((0.0, 2.0), (2.5, 4.0))},
            "picture and sound have holes: 0.000 to 2.000 s, 2.500 to 4.000 s",
        ),
        ({"buffered": ()}, "picture and sound have holes: "),
        ({"buffered": ((0.4, 4.0),)}, "begins at 0.400 s"),
        ({"standstill": 4.5}, "stands still for 4.5 s"),
    ],
)
def test_a_playback_that_differs_is_a_failure(change: dict[str, Any], said: str) -> None:
    assert list(playback_failures(EXPECTED, replace(PLAYED, **change), 100)) == [said]


def test_a_source_without_sound_needs_none() -> None:
    silent = replace(EXPECTED, sound=())
    assert list(playback_failures(silent, replace(PLAYED, sound_bytes=0), 100)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"variants": (Variant(160, 90, 400_000),)}, "offers 160x90, not 160x90, 80x44"),
        ({"audio_tracks": ("Français",)}, "offers 1 audio tracks, not 2"),
        ({"text_tracks": ()}, "offers the text tracks [], not ['CC1']"),
    ],
)
def test_what_is_announced_and_not_offered_is_a_failure(
    change: dict[str, Any], said: str, product: Product
) -> None:
    assert list(offer_failures(EXPECTED, replace(PLAYED, **change), product)) == [said]


def test_each_variant_and_each_track_is_played_by_itself() -> None:
    assert dict(parts(PLAYED)) == {
        "160x90": {"bandwidth": 400_000},
        "80x44": {"bandwidth": 200_000},
        "sound English": {"audio": "English"},
        "captions CC1": {"text": "CC1"},
    }


def test_a_part_that_shows_something_else_is_a_failure() -> None:
    assert list(choice_failures("160x90", {"bandwidth": 400_000}, PLAYED)) == []
    assert list(choice_failures("80x44", {"bandwidth": 200_000}, PLAYED)) == ["shows 160x90"]
    assert list(choice_failures("captions CC1", {"text": "CC1"}, PLAYED)) == ["no captions"]
    assert list(choice_failures("captions CC1", {"text": "CC1"}, replace(PLAYED, captions=2))) == []


def test_the_answer_of_the_browser_is_read() -> None:
    answer = {
        **{"error": "", "duration": 4.001, "pictures": 101, "sizes": [[160, 90]], "sound_bytes": 24_000},
        **{"buffered": [[0.001, 4.001]], "standstill": 0.2, "captions": 0, "text_tracks": ["CC1"]},
        "variants": [
            {"width": each.width, "height": each.height, "bandwidth": each.bandwidth}
            for each in PLAYED.variants
        ],
        "audio_tracks": ["Français", "English"],
    }
    assert read_playback(answer) == PLAYED


def test_a_long_stream_is_played_at_its_two_ends() -> None:
    assert played_part(Reading(times=[number / 8 for number in range(4800)])) == (191, (12.0, 588.0))
    assert played_part(Reading(times=[number / 8 for number in range(800)])) == (800, ())


def test_the_middle_of_a_long_stream_need_not_be_there() -> None:
    ends = replace(PLAYED, duration=600.0, pictures=240, buffered=((588.0, 600.0),))
    assert list(playback_failures(Expected(600, rate=10), ends, 240)) == []
