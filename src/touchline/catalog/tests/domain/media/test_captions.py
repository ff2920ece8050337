"""Captions: the check of a file, and the tracks in the master playlist."""

from datetime import timedelta

import pytest

from touchline.catalog.domain.media.caption_files import check_captions, decode_captions
from touchline.catalog.domain.media.caption_tracks import CaptionTrack, list_tracks, write_tracks
from touchline.shared.errors import RefusedError

SRT = "1\n00:00:01,000 --> 00:00:02,500\nPuck drops.\n\n"
VTT = "WEBVTT\n\n00:01.000 --> 00:02.500 align:start\nPuck drops.\n"
MASTER = (
    "#EXTM3U\n#EXT-X-VERSION:6\n"
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sounds",NAME="English",DEFAULT=YES,URI="a1/index.m3u8"\n'
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="sounds",CLOSED-CAPTIONS=NONE\nv0/index.m3u8\n'
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI="v0/iframes.m3u8"\n'
)
ENGLISH = CaptionTrack("en", "English", "captions/1.m3u8")
FRENCH = CaptionTrack("fr", "Français", "captions/2.m3u8")


@pytest.mark.parametrize(("file", "text"), [("final.srt", SRT), ("final.VTT", VTT)])
def test_a_correct_file_is_accepted(file: str, text: str) -> None:
    check_captions(file, text, timedelta(minutes=1))


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("final.docx", SRT, "final.docx is not a caption file. Choose a WebVTT file (.vtt) or"),
        ("final.vtt", SRT, "final.vtt, line 1: Write `WEBVTT` in the first line."),
        ("final.srt", "Puck drops.\n", "final.srt contains no captions. Write a time such as `00:01:05,000"),
        (
            "final.srt",
            SRT + "2\n00:00:5,1 -> 00:00:08,000\nGoal.\n",
            "final.srt, line 6: `00:00:5,1 -> 00:00:08,000` is not a valid time. Write it as `00:01:05,000",
        ),
        (
            "final.vtt",
            VTT + "\n00:75.000 --> 01:20.000\nGoal.\n",
            "final.vtt, line 6: `00:75.000 --> 01:20.000` is not a valid time. Write it as `00:01:05.000",
        ),
        ("final.srt", SRT.replace("00:00:0", f"{10**12}:00:0"), "line 2: `1000000000000:00:01,000 --> "),
        ("final.vtt", VTT.replace("00:02", f"{10**12}:00:02"), "line 3: `00:01.000 --> 1000000000000:00"),
        ("final.srt", SRT.replace("02,500", "01,000"), "line 2: The caption ends before it begins."),
        (
            "final.srt",
            SRT.replace("00:00:0", "01:00:0"),
            "line 2: The caption begins after the end of the video, at 0:01:00. Choose the file of this",
        ),
    ],
)
def test_a_wrong_file_says_line_and_what_is_right(file: str, text: str, sentence: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        check_captions(file, text, timedelta(minutes=1))
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_usual_encodings_are_read(encoding: str) -> None:
    assert decode_captions("Où ça ?".encode(encoding)) == "Où ça ?"


def test_tracks_are_added_to_every_variant_and_removed_again() -> None:
    master = write_tracks(MASTER, [ENGLISH, FRENCH])
    assert list_tracks(master) == [ENGLISH, FRENCH]
    assert 'CLOSED-CAPTIONS=NONE,SUBTITLES="captions"\nv0/index.m3u8' in master
    assert master.index("TYPE=SUBTITLES") < master.index("#EXT-X-STREAM-INF")
    assert list_tracks(write_tracks(master, [FRENCH])) == [FRENCH]
    assert write_tracks(master, []) == MASTER


def test_players_select_only_the_first_track_of_a_language_themselves() -> None:
    second = CaptionTrack("en", "English 2", "captions/3.m3u8")
    assert write_tracks(MASTER, [ENGLISH, second]).count("AUTOSELECT=YES") == 1
