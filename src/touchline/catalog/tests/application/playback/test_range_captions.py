"""The captions of ranges: from the recording if there is one, else those that were sent live."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.storage.local import LocalStorage
from touchline.catalog.application.playback.range_captions import ListRangeCaptions
from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.live_captions.captions import LiveCaption
from touchline.catalog.domain.media.assets import MediaType, StoredPackage
from touchline.catalog.domain.media.range_captions import CaptionRange
from touchline.catalog.domain.media.trims import Trim
from touchline.catalog.domain.media.wall_clock import ClockAnchor
from touchline.catalog.tests.samples import NOON
from touchline.shared.ids import EventId
from touchline.shared.webvtt import TextCue, TimestampMap, render_webvtt

EVENT = EventId(7)
RECORDING, STREAM = 70, 71
PACKAGE = StoredPackage("assets/1", 60_000, 1280, 720, 25.0, True, True, False)
MASTER = """#EXTM3U
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",LANGUAGE="en",URI="captions/1.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES="captions"
v0/index.m3u8
"""


class Harness:
    """The query, over an event whose stream began at noon."""

    def __init__(self, folder: Path) -> None:
        self.storage = LocalStorage(folder)
        self.assets: list[Any] = []
        self.media: list[Any] = []
        self.languages = [CaptionLanguage("fr", "Français"), CaptionLanguage("en", "English")]
        self.captions: list[LiveCaption] = []
        live: Any = SimpleNamespace(
            list_languages=lambda _: self.languages,
            list_between=lambda _, start, end: [it for it in self.captions if start <= it.starts_at < end],
        )
        assets: Any = SimpleNamespace(list_for_owner=lambda _: self.assets)
        media: Any = SimpleNamespace(list_for_owners=lambda _kind, _ids: {EVENT: self.media})
        self.query = ListRangeCaptions(assets, media, live, self.storage)

    def put(self, name: str, text: str) -> None:
        with self.storage.workspace("test") as workspace:
            (workspace / "file").write_text(text)
            self.storage.put(f"{PACKAGE.folder}/{name}", workspace / "file")

    def add_recording(self, text: str = "Recorded", package: StoredPackage = PACKAGE) -> None:
        """Add the recording of the stream, with a caption from 9 to 12 s of its full length."""
        webvtt = render_webvtt([TextCue(9000, 12_000, text)], TimestampMap(90_000))
        for name, content in (
            ("master.m3u8", MASTER),
            ("captions/1.m3u8", "#EXTM3U\n#EXTINF:60,\n1.vtt\n"),
            ("captions/1.vtt", webvtt),
        ):
            self.put(name, content)
        anchors = (ClockAnchor(0, round(NOON.timestamp() * 1000)),)
        self.assets = [SimpleNamespace(package=package, clock_anchors=anchors)]
        self.media = [SimpleNamespace(id=RECORDING, type=MediaType.VOD, package=package)]

    def send(self, second: float, language: str, text: str) -> None:
        at = NOON + timedelta(seconds=second)
        self.captions.append(
            LiveCaption(language, at, text, at, at + timedelta(seconds=1), id=len(self.captions))
        )

    def list_texts(self, media_id: int, *ranges: CaptionRange) -> list[tuple[str, str]] | None:
        found = self.query(EVENT, media_id, ranges)
        if found is None:
            return None
        return [(it.language, cue.text) for it in found for cues in it.cues for cue in cues]


@pytest.fixture
def harness(tmp_path: Path) -> Harness:
    return Harness(tmp_path)


LIVE_RANGE = CaptionRange(900_000, 4000, NOON + timedelta(seconds=10))
RECORDED_RANGE = CaptionRange(11 * 90_000, 4000)


def test_a_stream_has_what_was_sent_so_far_in_the_order_of_its_languages(harness: Harness) -> None:
    harness.send(11, "en", "Wide")
    harness.send(12, "fr", "À côté")
    harness.send(13, "de", "Daneben")
    harness.send(20, "en", "Later")
    expected = [("fr", "À côté"), ("en", "Wide"), ("de", "Daneben")]
    assert harness.list_texts(STREAM, LIVE_RANGE) == expected


def test_a_stream_has_the_captions_of_its_recording_once_there_is_one(harness: Harness) -> None:
    harness.send(11, "en", "Said live")
    harness.add_recording("Corrected")
    assert harness.list_texts(STREAM, LIVE_RANGE) == [("en", "Corrected")]


def test_captions_that_were_removed_from_the_recording_are_not_found_any_more(harness: Harness) -> None:
    harness.send(11, "en", "Said live")
    harness.add_recording(package=StoredPackage("assets/1", 60_000, 1280, 720, 25.0, True, False, False))
    assert harness.list_texts(STREAM, LIVE_RANGE) == []
    assert harness.list_texts(RECORDING, RECORDED_RANGE) == []


def test_a_recording_has_the_captions_of_its_full_length(harness: Harness) -> None:
    trimmed = PACKAGE.to_trimmed(Trim(10_000, 30_000), "assets/1-trimmed")
    harness.add_recording(package=trimmed)
    assert harness.list_texts(RECORDING, RECORDED_RANGE) == [("en", "Recorded")]
    assert harness.list_texts(RECORDING, CaptionRange(15 * 90_000, 4000)) == []


def test_nothing_is_known_about_a_video_that_the_event_no_longer_has(harness: Harness) -> None:
    assert harness.list_texts(RECORDING, RECORDED_RANGE) is None
