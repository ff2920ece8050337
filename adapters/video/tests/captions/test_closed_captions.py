"""Tests of the conversion of CEA-608 captions in coded frames to timed text."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.captions.cea608 import CaptionCue
from adapters.video.captions.closed_captions import (
    ClosedCaptionCollector,
    extract_caption_pairs,
    to_webvtt,
)
from adapters.video.playlists.media_playlists import read_rendition
from adapters.video.playlists.presentation import find_closed_caption_tracks, read_rendition_captions
from adapters.video.tests.captioned_video import (
    ERASE,
    Pairs,
    control_code,
    pop_on,
    preamble_address,
    roll_up,
    schedule_pairs,
    text_pairs,
    user_data,
    wrap_sei,
    write_captions,
)
from adapters.video.tests.conftest import AAC, H264, MakePackage, MakeVideo

FRAME = 3600


def decode_script(
    script: dict[int, Pairs], field: int = 1, end: int = 400
) -> dict[str, list[tuple[float, float, str]]]:
    """Return the cues by channel at 25 frames per second: start and end in frames, and the text."""
    captions = ClosedCaptionCollector()
    pairs = schedule_pairs(script)
    for number in reversed(range(end)):
        pair = pairs.get(number, (0, 0))
        captions.add(number * FRAME, wrap_sei(user_data(pair) if field == 1 else user_data((0, 0), pair)))
    return {
        name: [(cue.start / FRAME, cue.end / FRAME, cue.text) for cue in cues]
        for name, cues in captions.decode_cues(end * FRAME).items()
    }


def test_a_pop_on_caption_lasts_from_end_of_caption_to_the_next_erase() -> None:
    first, second = pop_on("Puck drop."), pop_on("Icing.")
    script = {10: first, 100: control_code(ERASE), 150: second}
    displayed = 10 + len(first) - 2, 150 + len(second) - 2
    assert decode_script(script) == {
        "CC1": [(displayed[0], 100, "Puck drop."), (displayed[1], 400, "Icing.")]
    }


def test_a_caption_replaces_another_without_an_erase() -> None:
    one, two = pop_on("One"), pop_on("Two")
    first, second = 10 + len(one) - 2, 60 + len(two) - 2
    assert decode_script({10: one, 60: two, 200: control_code(ERASE)})["CC1"] == [
        (first, second, "One"),
        (second, 200, "Two"),
    ]


def test_a_character_in_the_last_column_can_be_replaced() -> None:
    line, a_tilde = "abcdefghijklmnopqrstuvwxyz123456", [(0x13, 0x20)] * 2
    full = [*control_code(0x20), *control_code(0x2E), *preamble_address(15), *text_pairs(line)]
    cues = decode_script({10: [*full, *a_tilde, *control_code(0x2F)]})["CC1"]
    assert [text for _, _, text in cues] == [f"{line[:-1]}Ã"]


def test_roll_up_captions_scroll_and_never_repeat_characters() -> None:
    script = {
        0: roll_up("First line"),
        50: roll_up("Second line"),
        100: roll_up("Third"),
        150: control_code(ERASE),
    }
    cues = decode_script(script)["CC1"]
    assert [text for _, _, text in cues] == ["First line", "First line\nSecond line", "Second line\nThird"]
    assert [round(end - later[0]) for (_, end, _), later in itertools.pairwise(cues)] == [0, 0]


def test_paint_on_captions_appear_as_they_are_written() -> None:
    paint_on = [
        *control_code(0x29),
        *preamble_address(14),
        *text_pairs("Above"),
        *preamble_address(15),
        *text_pairs("below"),
    ]
    cues = decode_script({20: paint_on, 90: control_code(ERASE)})["CC1"]
    assert [text for _, _, text in cues] == ["Above", "Above\nbelow"]
    assert cues[-1][1] == 90


def test_the_four_channels_are_separated() -> None:
    mixed = {
        0: pop_on("English"),
        40: pop_on("Deutsch", channel=2),
        100: control_code(ERASE),
        105: control_code(ERASE, channel=2),
    }
    assert {name: cues[0][2] for name, cues in decode_script(mixed).items()} == {
        "CC1": "English",
        "CC2": "Deutsch",
    }
    field_2 = decode_script({0: pop_on("Gol!", field=2)}, field=2)
    assert {name: cues[0][2] for name, cues in field_2.items()} == {"CC3": "Gol!"}


def test_extended_data_in_field_2_is_not_text() -> None:
    program_name: Pairs = [(0x01, 0x03), *text_pairs("Hockey night"), (0x0F, 0x1D)]
    cues = decode_script(
        {0: pop_on("Hola", field=2)[:-2], 30: program_name, 60: control_code(0x2F, field=2)}, field=2
    )
    assert [text for _, _, text in cues["CC3"]] == ["Hola"]


def test_accents_italics_and_special_characters_are_kept() -> None:
    line = [
        *control_code(0x20),
        *preamble_address(15, extra=0x0E),
        *text_pairs("caf"),
        *[(0x5C, 0)],
        *[(0x11, 0x37)] * 2,
        *text_pairs("E"),
        *[(0x12, 0x21)] * 2,
        *control_code(0x2F),
    ]
    assert [text for _, _, text in decode_script({0: line})["CC1"]] == ["<i>café♪É</i>"]


def test_a_byte_with_wrong_parity_is_dropped() -> None:
    captions = ClosedCaptionCollector()
    pairs = pop_on("Goal")
    for number, pair in enumerate(pairs):
        data = bytearray(user_data(pair))
        if pair == text_pairs("Goal")[0]:
            data[9] ^= 0x80
        captions.add(number * FRAME, wrap_sei(bytes(data)))
    assert [cue.text for cue in captions.decode_cues(100 * FRAME)["CC1"]] == ["Gal"]


def test_text_service_and_padding_produce_no_cues() -> None:
    assert decode_script({0: [*control_code(0x2A), *text_pairs("Stock prices")]}) == {}
    assert decode_script({}) == {}


@pytest.mark.parametrize("wrapper", [lambda data: data, wrap_sei, lambda data: b"\0\0\1\xb2" + data])
def test_caption_pairs_are_found_for_every_codec(wrapper: object) -> None:
    assert callable(wrapper)
    assert extract_caption_pairs(b"\0\0\1\x09\xf0" + wrapper(user_data((0x48, 0x69), (0x14, 0x20)))) == [
        (1, 0xC8, 0xE9),
        (2, 0x94, 0x20),
    ]


def test_webvtt_has_times_and_positions() -> None:
    captions = ClosedCaptionCollector()
    for number, pair in schedule_pairs({0: pop_on("1 < 2 & up", row=1), 60: control_code(ERASE)}).items():
        captions.add(round(number * Fraction(90_000 * 1001, 30_000)), user_data(pair))
    (text,) = [to_webvtt(cues) for cues in captions.decode_cues(900_000).values()]
    assert text == "WEBVTT\n\n00:00:00.367 --> 00:00:02.002 line:0\n1 &lt; 2 &amp; up\n"


@pytest.fixture(scope="module")
def captioned_video(make_video: MakeVideo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video of 8 s with B-frames and two captions."""
    plain = make_video("uncaptioned.ts", *H264, "-bf", "2", *AAC, seconds=8, audio=8)
    script = {
        10: pop_on("Puck drop."),
        75: control_code(ERASE),
        100: pop_on("Icing, Timber."),
        175: control_code(ERASE),
    }
    return write_captions(
        plain, tmp_path_factory.mktemp("captioned") / "captioned.ts", schedule_pairs(script)
    )


def test_embedded_captions_become_a_rendition_and_are_announced(
    captioned_video: Path, make_package: MakePackage
) -> None:
    output, package = make_package(captioned_video)
    assert output.has_captions
    master = (package / "master.m3u8").read_text()
    assert (
        'TYPE=CLOSED-CAPTIONS,GROUP-ID="closed",NAME="CC1",DEFAULT=NO,AUTOSELECT=YES,INSTREAM-ID="CC1"'
        in master
    )
    assert master.count('SUBTITLES="captions",CLOSED-CAPTIONS="closed"') == 2
    vtt = (package / "captions" / "1.vtt").read_text()
    result = re.findall(r"(\d\d:\d\d:\d\d\.\d{3}) --> (\S+)\n(.+)", vtt)
    assert result == [
        ("00:00:00.840", "00:00:03.000", "Puck drop."),
        ("00:00:04.520", "00:00:07.000", "Icing, Timber."),
    ]


@pytest.mark.nightly
def test_captions_survive_another_frame_rate(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    plain = make_video("fast.ts", *H264, seconds=6, rate="120")
    script = {10: pop_on("Puck drop."), 500: control_code(ERASE)}
    _, package = make_package(write_captions(plain, tmp_path / "fast.ts", schedule_pairs(script), rate=120))
    master = (package / "master.m3u8").read_text()
    assert master.count('SUBTITLES="captions",CLOSED-CAPTIONS="closed"') == 2
    assert "Puck drop." in (package / "captions" / "1.vtt").read_text()


def test_captions_that_a_rendition_has_lost_are_not_announced(
    captioned_video: Path, make_package: MakePackage
) -> None:
    package = make_package(captioned_video)[1]
    frames = [read_rendition(package / name, 0, 0) for name in ("v0", "v1")]
    source_cues = read_rendition_captions(frames[0], lambda: None)
    assert [track.channel for track in find_closed_caption_tracks(frames, source_cues, lambda: None)] == [
        "CC1"
    ]
    longer = {"CC1": [*source_cues["CC1"], CaptionCue(0, 1, "Lost", 15)], "CC3": source_cues["CC1"]}
    assert find_closed_caption_tracks(frames, longer, lambda: None) == []


def test_a_video_with_empty_captions_has_none(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    output, package = make_package(
        write_captions(make_video("padded.ts", *H264, seconds=2), tmp_path / "padded.ts", {})
    )
    assert not output.has_captions
    assert "CLOSED-CAPTIONS=NONE" in (package / "master.m3u8").read_text()
