"""Playlists of live captions, and the WebVTT of their segments and recordings."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.domain.live_captions.caption_playlists import (
    CaptionLanguage,
    PublishedRange,
    add_languages,
    list_languages,
    parse_playlist,
    render_playlist,
)
from touchline.catalog.domain.live_captions.placement import Cue
from touchline.catalog.domain.live_captions.webvtt import render_recording, render_segment
from touchline.catalog.domain.media.live_playlists import (
    LivePlaylist,
    VariantStream,
    build_master_playlist,
)
from touchline.catalog.domain.media.wall_clock import build_anchors
from touchline.catalog.tests.samples import NOON

SECOND = timedelta(seconds=1)
LANGUAGES = [CaptionLanguage("en", "English"), CaptionLanguage("fr-CA", "Français (Canada)")]


def build_playlist() -> LivePlaylist:
    """Return a playlist of two sessions, with a break of a minute between them."""
    playlist = LivePlaylist()
    playlist.entries += playlist.build_entries(1, [2000, 2000], NOON)
    playlist.entries += playlist.build_entries(2, [2000], NOON + 60 * SECOND)
    return playlist


def test_the_captions_have_the_times_and_breaks_of_the_video() -> None:
    playlist = build_playlist()
    video = playlist.render("source", ended=False)
    captions = render_playlist(playlist, "en", PublishedRange(0, 3), None, ended=False)
    assert captions == video.replace("source/", "captions-en/").replace(".ts", ".vtt")
    assert captions.count("#EXT-X-DISCONTINUITY") == 1


def test_segments_from_before_the_language_share_an_empty_file() -> None:
    text = render_playlist(build_playlist(), "fr", PublishedRange(1, 2), None, ended=False)
    uris = [line for line in text.splitlines() if line.endswith(".vtt")]
    assert uris == ["captions-fr/empty.vtt", "captions-fr/1-00001.vtt"]
    assert parse_playlist(text) == PublishedRange(1, 2)


def test_a_sliding_window_has_the_numbers_of_the_video() -> None:
    playlist = build_playlist()
    window = 3 * SECOND
    text = render_playlist(playlist, "en", PublishedRange(0, 3), window, ended=True)
    assert "#EXT-X-MEDIA-SEQUENCE:2\n" in text and text.endswith("captions-en/2-00000.vtt\n#EXT-X-ENDLIST\n")
    assert parse_playlist(text) == PublishedRange(2, 3)


def test_the_master_playlist_offers_the_languages_beside_the_captions_of_the_picture() -> None:
    variants = [VariantStream("source", 1280, 720, 3_000_000, 2_000_000, 25, "avc1.64001f,mp4a.40.2")]
    master = add_languages(build_master_playlist(variants, has_captions=True), LANGUAGES)
    assert (
        'TYPE=CLOSED-CAPTIONS,GROUP-ID="cc"' in master and 'CLOSED-CAPTIONS="cc",SUBTITLES="live"' in master
    )
    assert 'NAME="Français (Canada)",LANGUAGE="fr-CA"' in master and 'URI="captions-fr-CA.m3u8"' in master
    assert list_languages(master) == LANGUAGES
    assert add_languages("#EXTM3U\n", []) == "#EXTM3U\n"


def test_a_segment_maps_its_start_to_the_clock_of_the_video() -> None:
    cue = Cue(NOON + SECOND, NOON + 1.5 * SECOND, "Ties & <cheers>\nGoal --> 1")
    assert render_segment([cue], NOON, 12_000 * 90) == (
        "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1080000,LOCAL:00:00:00.000\n\n"
        "00:00:01.000 --> 00:00:01.500\nTies &amp; &lt;cheers&gt;\nGoal --&gt; 1\n"
    )


def test_a_recording_leaves_out_what_was_not_recorded() -> None:
    anchors = build_anchors(build_playlist().entries)
    cues = [
        Cue(NOON - 2 * SECOND, NOON - SECOND, "before"),
        Cue(NOON + 3 * SECOND, NOON + 30 * SECOND, "last words"),
        Cue(NOON + 31 * SECOND, NOON + 32 * SECOND, "in the break"),
        Cue(NOON + 60.5 * SECOND, NOON + 61 * SECOND, "again"),
        Cue(NOON + 70 * SECOND, NOON + 71 * SECOND, "after"),
    ]
    assert render_recording(cues, anchors, 6000) == (
        "WEBVTT\n\n00:00:03.000 --> 00:00:04.000\nlast words\n\n00:00:04.500 --> 00:00:05.000\nagain\n"
    )
    assert render_recording(cues[:1], anchors, 6000) == ""
