"""CEA-608 captions in coded pictures become timed text."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.cea608 import CaptionCue
from adapters.video.closed_captions import ClosedCaptions, caption_pairs, carries_captions, to_webvtt
from adapters.video.playlists import read_rendition
from adapters.video.presentation import closed_caption_tracks, read_closed_captions
from adapters.video.tests.captioned import (
    ERASE,
    Pairs,
    address,
    control,
    letters,
    placed,
    pop_on,
    roll_up,
    sei,
    user_data,
    write,
)
from adapters.video.tests.conftest import AAC, H264, Film, Pack

FRAME = 3600


def decoded(
    script: dict[int, Pairs], field: int = 1, end: int = 400
) -> dict[str, list[tuple[float, float, str]]]:
    """Cues by channel, of pictures at 25 a second: start and end in pictures, text."""
    captions = ClosedCaptions()
    pairs = placed(script)
    for number in reversed(range(end)):
        pair = pairs.get(number, (0, 0))
        captions.add(number * FRAME, sei(user_data(pair) if field == 1 else user_data((0, 0), pair)))
    return {
        name: [(cue.start / FRAME, cue.end / FRAME, cue.text) for cue in cues]
        for name, cues in captions.cues(end * FRAME).items()
    }


def test_a_pop_on_caption_lasts_from_its_end_code_to_the_next_erasure() -> None:
    first, second = pop_on("Puck drop."), pop_on("Icing.")
    script = {10: first, 100: control(ERASE), 150: second}
    shown = 10 + len(first) - 2, 150 + len(second) - 2
    assert decoded(script) == {"CC1": [(shown[0], 100, "Puck drop."), (shown[1], 400, "Icing.")]}


def test_a_caption_follows_another_without_erasure() -> None:
    one, two = pop_on("One"), pop_on("Two")
    first, second = 10 + len(one) - 2, 60 + len(two) - 2
    assert decoded({10: one, 60: two, 200: control(ERASE)})["CC1"] == [
        (first, second, "One"),
        (second, 200, "Two"),
    ]


def test_roll_up_captions_push_lines_up_and_never_repeat_letters() -> None:
    script = {
        0: roll_up("First line"),
        50: roll_up("Second line"),
        100: roll_up("Third"),
        150: control(ERASE),
    }
    cues = decoded(script)["CC1"]
    assert [text for _, _, text in cues] == ["First line", "First line\nSecond line", "Second line\nThird"]
    assert [round(end - later[0]) for (_, end, _), later in itertools.pairwise(cues)] == [0, 0]


def test_paint_on_captions_appear_as_they_are_written() -> None:
    painted = [*control(0x29), *address(14), *letters("Above"), *address(15), *letters("below")]
    cues = decoded({20: painted, 90: control(ERASE)})["CC1"]
    assert [text for _, _, text in cues] == ["Above", "Above\nbelow"]
    assert cues[-1][1] == 90


def test_the_four_channels_are_told_apart() -> None:
    mixed = {
        0: pop_on("English"),
        40: pop_on("Deutsch", channel=2),
        100: control(ERASE),
        105: control(ERASE, channel=2),
    }
    assert {name: cues[0][2] for name, cues in decoded(mixed).items()} == {"CC1": "English", "CC2": "Deutsch"}
    field_2 = decoded({0: pop_on("Gol!", field=2)}, field=2)
    assert {name: cues[0][2] for name, cues in field_2.items()} == {"CC3": "Gol!"}


def test_extended_data_in_field_2_is_no_text() -> None:
    program_name: Pairs = [(0x01, 0x03), *letters("Hockey night"), (0x0F, 0x1D)]
    cues = decoded({0: pop_on("Hola", field=2)[:-2], 30: program_name, 60: control(0x2F, field=2)}, field=2)
    assert [text for _, _, text in cues["CC3"]] == ["Hola"]


def test_accents_italics_and_special_characters_are_kept() -> None:
    line = [
        *control(0x20),
        *address(15, extra=0x0E),
        *letters("caf"),
        *[(0x5C, 0)],
        *[(0x11, 0x37)] * 2,
        *letters("E"),
        *[(0x12, 0x21)] * 2,
        *control(0x2F),
    ]
    assert [text for _, _, text in decoded({0: line})["CC1"]] == ["<i>café♪É</i>"]


def test_a_byte_with_wrong_parity_is_left_out() -> None:
    captions = ClosedCaptions()
    pairs = pop_on("Goal")
    for number, pair in enumerate(pairs):
        data = bytearray(user_data(pair))
        if pair == letters("Goal")[0]:
            data[9] ^= 0x80
        captions.add(number * FRAME, sei(bytes(data)))
    assert [cue.text for cue in captions.cues(100 * FRAME)["CC1"]] == ["Gal"]


def test_text_service_and_padding_say_nothing() -> None:
    assert decoded({0: [*control(0x2A), *letters("Stock prices")]}) == {}
    assert decoded({}) == {}
    assert carries_captions(sei(user_data()))
    assert not carries_captions(b"\0\0\1\x65" + bytes(100))


@pytest.mark.parametrize("wrap", [lambda data: data, sei, lambda data: b"\0\0\1\xb2" + data])
def test_pairs_are_found_whatever_the_codec_wraps_them_in(wrap: object) -> None:
    assert callable(wrap)
    assert caption_pairs(b"\0\0\1\x09\xf0" + wrap(user_data((0x48, 0x69), (0x14, 0x20)))) == [
        (1, 0xC8, 0xE9),
        (2, 0x94, 0x20),
    ]


def test_webvtt_has_the_times_and_the_place() -> None:
    captions = ClosedCaptions()
    for number, pair in placed({0: pop_on("1 < 2 & up", row=1), 60: control(ERASE)}).items():
        captions.add(round(number * Fraction(90_000 * 1001, 30_000)), user_data(pair))
    (text,) = [to_webvtt(cues) for cues in captions.cues(900_000).values()]
    assert text == "WEBVTT\n\n00:00:00.367 --> 00:00:02.002 line:0\n1 &lt; 2 &amp; up\n"


@pytest.fixture(scope="module")
def captioned(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of 8 s with B frames and two captions."""
    plain = film("uncaptioned.ts", *H264, "-bf", "2", *AAC, seconds=8, sound=8)
    script = {
        10: pop_on("Puck drop."),
        75: control(ERASE),
        100: pop_on("Icing, Timber."),
        175: control(ERASE),
    }
    return write(plain, tmp_path_factory.mktemp("captioned") / "captioned.ts", placed(script))


def test_captions_within_the_pictures_become_a_rendition_and_are_announced(
    captioned: Path, pack: Pack
) -> None:
    made, package = pack(captioned)
    assert made.has_captions
    master = (package / "master.m3u8").read_text()
    assert (
        'TYPE=CLOSED-CAPTIONS,GROUP-ID="closed",NAME="CC1",DEFAULT=NO,AUTOSELECT=YES,INSTREAM-ID="CC1"'
        in master
    )
    assert master.count('SUBTITLES="captions",CLOSED-CAPTIONS="closed"') == 2
    vtt = (package / "captions" / "1.vtt").read_text()
    found = re.findall(r"(\d\d:\d\d:\d\d\.\d{3}) --> (\S+)\n(.+)", vtt)
    assert found == [
        ("00:00:00.840", "00:00:03.000", "Puck drop."),
        ("00:00:04.520", "00:00:07.000", "Icing, Timber."),
    ]


def test_captions_survive_another_frame_rate(film: Film, pack: Pack, tmp_path: Path) -> None:
    plain = film("fast.ts", *H264, seconds=6, rate="120")
    script = {10: pop_on("Puck drop."), 500: control(ERASE)}
    _made, package = pack(write(plain, tmp_path / "fast.ts", placed(script), rate=120))
    master = (package / "master.m3u8").read_text()
    assert master.count('SUBTITLES="captions",CLOSED-CAPTIONS="closed"') == 2
    assert "Puck drop." in (package / "captions" / "1.vtt").read_text()


def test_captions_that_a_rendition_has_lost_are_not_announced(captioned: Path, pack: Pack) -> None:
    package = pack(captioned)[1]
    pictures = [read_rendition(package / name, 0, 0) for name in ("v0", "v1")]
    whole = read_closed_captions(pictures[0], lambda: None)
    assert [track.channel for track in closed_caption_tracks(pictures, whole, lambda: None)] == ["CC1"]
    longer = {"CC1": [*whole["CC1"], CaptionCue(0, 1, "Lost", 15)], "CC3": whole["CC1"]}
    assert closed_caption_tracks(pictures, longer, lambda: None) == []


def test_a_film_whose_captions_say_nothing_has_none(film: Film, pack: Pack, tmp_path: Path) -> None:
    made, package = pack(write(film("padded.ts", *H264, seconds=2), tmp_path / "padded.ts", {}))
    assert not made.has_captions
    assert "CLOSED-CAPTIONS=NONE" in (package / "master.m3u8").read_text()
