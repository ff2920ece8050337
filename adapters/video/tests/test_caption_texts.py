"""Markup of SubRip and ASS becomes WebVTT, or goes away."""

from __future__ import annotations

import pytest

from adapters.video.caption_texts import clean_webvtt, from_subrip


def cue(words: str) -> str:
    """What becomes of the text of one cue, with its settings."""
    found = from_subrip(f"1\n00:00:01,000 --> 00:00:02,500\n{words}\n").split("00:00:02.500", 1)
    return found[1].strip() if len(found) == 2 else ""


@pytest.mark.parametrize(
    ("words", "shown"),
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
    ],
)
def test_markup_becomes_webvtt_or_goes_away(words: str, shown: str) -> None:
    assert cue(words) == shown


def test_a_cue_of_markup_alone_is_left_out_and_so_are_numbers_and_boxes() -> None:
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
