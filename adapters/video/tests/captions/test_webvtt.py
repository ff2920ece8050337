"""Tests that SubRip and ASS markup is converted to WebVTT or removed."""

from __future__ import annotations

import pytest

from adapters.video.captions.ass import from_ass
from adapters.video.captions.webvtt import clean_webvtt, from_subrip


def convert_cue(text: str) -> str:
    """Return the converted text of one cue, with its settings."""
    result = from_subrip(f"1\n00:00:01,000 --> 00:00:02,500\n{text}\n").split("00:00:02.500", 1)
    return result[1].strip() if len(result) == 2 else ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<i>Whistle</i>", "<i>Whistle</i>"),
        ('<font color="#ffff00" face="Arial">Goal!</font>', "Goal!"),
        ("{\\an8}At the top", "line:0\nAt the top"),
        ("{\\a6}At the top", "line:0\nAt the top"),
        ("{\\an4}Left", "line:50% align:start position:0%\nLeft"),
        ("{\\an3}Right", "align:end position:100%\nRight"),
        ("{\\an2}{\\fs20\\c&H00FF00&}As ever", "As ever"),
        ("{\\i1}Softly{\\i0} now", "<i>Softly</i> now"),
        ("{\\pos(192,200)\\fad(200,0)}Here", "Here"),
        ("{\\k20}Ka{\\k30}ra", "Kara"),
        ("One\\NTwo\\hthree", "One\nTwo three"),
        ("Salt & pepper, 1 < 2", "Salt &amp; pepper, 1 &lt; 2"),
        ("&amp; stays", "&amp; stays"),
        ("<i>never <b>closed</i>", "<i>never <b>closed</b></i>"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("<I>Loud</I>", "<i>Loud</i>"),
        ("{an aside}", "{an aside}"),
        ("{an8}At the top", "line:0\nAt the top"),
        ("{ \\AN8}At the top", "line:0\nAt the top"),
        ("{pos(192,20)}Here", "Here"),
        ("{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}", ""),
        ("{\\an8}Goal{\\p1}m 0 0 l 5 5{\\p0} scored", "line:0\nGoal scored"),
        ("{\\pos(10,10)\\p2}m 0 0 b 7 7 9 9 3 3", ""),
        ("{\\an8\\p1}m 0 0 l 1 1{\\p0}Top", "line:0\nTop"),
        ("m 0 0 l 100 0 100 100 0 100", ""),
        ("Half-time\nm 1.5 -2 b 3 4 5 6 7 8 l 1 1", "Half-time"),
        ("m 1 2", "m 1 2"),
    ],
)
def test_markup_becomes_webvtt_or_is_removed(text: str, expected: str) -> None:
    assert convert_cue(text) == expected


def test_cues_without_text_are_dropped() -> None:
    empty = "1\n0:00:01,5 --> 00:00:02,000 X1:10 X2:20\n<font></font>{\\an8}\n\n"
    text = empty + "2\n00:00:03,000 --> 00:00:04,000\nA\n"
    assert from_subrip(text) == "WEBVTT\n\n00:00:03.000 --> 00:00:04.000\nA\n"


def test_webvtt_keeps_its_own_tags_settings_notes_and_styles() -> None:
    head = "WEBVTT\nKind: captions\n\nSTYLE\n::cue { color: lime }\n\nNOTE {\\an8} stays\n\n"
    cues = (
        "intro\n00:01.000 --> 00:02.000 line:10%\n<v Ann>Hi {\\an8}<font>you</font> <c.loud>there</c></v>\n"
    )
    assert clean_webvtt(head + cues) == (
        head + "intro\n00:01.000 --> 00:02.000 line:10%\n<v Ann>Hi you <c.loud>there</c></v>\n"
    )


TIMES = ("00:00:01.000 --> 00:00:02.000", "00:00:03.000 --> 00:00:04.000")


def test_cues_without_a_blank_line_between_them_are_separate() -> None:
    subrip = f"1\n{TIMES[0]}\nOne\n2\n{TIMES[1]}\nTwo\n3\n"
    assert from_subrip(subrip) == f"WEBVTT\n\n{TIMES[0]}\nOne\n\n{TIMES[1]}\nTwo\n3\n"
    webvtt = f"WEBVTT\n\n{TIMES[0]}\nOne\n{TIMES[1]}\nTwo\n"
    assert clean_webvtt(webvtt) == f"WEBVTT\n\n{TIMES[0]}\nOne\n\n{TIMES[1]}\nTwo\n"


def test_times_that_webvtt_does_not_allow_are_corrected() -> None:
    webvtt = "WEBVTT\n\n0:00:01,0 --> 00:02.000\nOne\n"
    assert clean_webvtt(webvtt) == "WEBVTT\n\n00:00:01.000 --> 00:02.000\nOne\n"


def test_times_in_a_note_are_no_cues() -> None:
    note = f"WEBVTT\n\nNOTE\n{TIMES[0]}\nOne\n{TIMES[1]}\nTwo\n"
    assert clean_webvtt(note) == note


STYLES = """[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, Alignment
Style: Default,Arial,16,2
Style: Top,Arial,16,8

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""


def convert_dialogue(*lines: str) -> list[str]:
    """Return the WebVTT cues of lines `style|text`, one second each."""
    events = "".join(
        f"Dialogue: 0,0:00:0{number}.00,0:00:0{number + 1}.50,{style},,0,0,0,,{text}\n"
        for number, (style, text) in enumerate(line.split("|", 1) for line in lines)
    )
    return from_ass(STYLES + events).strip().split("\n\n")[1:]


def test_an_ass_drawing_is_not_text() -> None:
    assert convert_dialogue("Default|{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}", "Default|Save, Moreau") == [
        "00:00:01.000 --> 00:00:02.500\nSave, Moreau"
    ]


def test_the_style_position_applies_unless_the_line_overrides_it() -> None:
    assert convert_dialogue("Top|Above", "Top|{\\an2}Below", "Default|Plain, with a comma") == [
        "00:00:00.000 --> 00:00:01.500 line:0\nAbove",
        "00:00:01.000 --> 00:00:02.500\nBelow",
        "00:00:02.000 --> 00:00:03.500\nPlain, with a comma",
    ]


def test_comments_are_removed_and_layered_text_appears_once() -> None:
    layers = "".join(
        f"Dialogue: {layer},0:00:01.00,0:00:02.00,Default,,0,0,0,,{{blur}}Goal!\n" for layer in (0, 1)
    )
    note = "Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Check the name\n"
    assert from_ass(STYLES + layers + note) == "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGoal!\n"
