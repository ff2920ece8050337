"""The picture of the synthetic encoder, and what a player measures in it."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Timer

import numpy as np
import pytest

from touchline.front.rehearsal.rehearsal import StepFailedError
from touchline.front.rehearsal.video import encoder, measurements
from touchline.front.rehearsal.video.player import Player, find_best_variant, parse_media_playlist
from touchline.front.rehearsal.video.test_card import HEIGHT, TestCard, has_flash, is_flash, read_clock
from touchline.front.rehearsal.viewing import MAX_SYNC_MS, check_sync

NUMBER = 44_901_290_037
"""A frame of 2026, in 25ths of a second since 1970."""
NOW_MS = NUMBER * 40 + 3000
MASTER = """#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.64001e,mp4a.40.2"
small.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1400000,CODECS="avc1.64001e,mp4a.40.2"
source.m3u8
"""
RANGES = """#EXTM3U
#EXT-X-MAP:URI="video.mp4",BYTERANGE="100@0"
#EXTINF:2.0,
#EXT-X-BYTERANGE:500@100
video.mp4
#EXTINF:1.5,
#EXT-X-BYTERANGE:300
video.mp4
#EXT-X-ENDLIST
"""


def test_a_program_reads_the_clock_and_the_flash_of_a_frame() -> None:
    card = TestCard()
    for number in (NUMBER, NUMBER + 13, NUMBER + 27):
        luma = card.draw(number)[:HEIGHT]
        assert read_clock(luma, NOW_MS) == number * 40
        assert has_flash(luma) == is_flash(number)


def test_a_smaller_rendition_can_be_read_too() -> None:
    luma = TestCard().draw(NUMBER)[:HEIGHT]
    assert read_clock(luma[::2, ::2], NOW_MS) == NUMBER * 40


def test_damaged_cells_are_not_taken_for_a_time() -> None:
    luma = TestCard().draw(NUMBER)[:HEIGHT]
    luma[-16:, 160:176] = 255 - luma[-16:, 160:176]
    assert read_clock(luma, NOW_MS) is None
    assert read_clock(np.full_like(luma, 16), NOW_MS) is None


def test_flash_and_tone_of_the_encoder_are_in_sync(tmp_path: Path) -> None:
    video, stopped = tmp_path / "video.flv", Event()
    Timer(2.6, stopped.set).start()
    encoder.publish(str(video), stopped)
    found = measurements.measure(video.read_bytes(), NOW_MS)
    assert len(found.clocks_ms) == found.frame_count >= 50
    assert {
        later - earlier for earlier, later in zip(found.clocks_ms, found.clocks_ms[1:], strict=False)
    } == {40}
    assert found.sync_ms is not None
    assert found.sync_ms < 5


@pytest.mark.parametrize("distances", [[], [3.0, MAX_SYNC_MS + 1]])
def test_missing_or_late_sound_fails(distances: list[float]) -> None:
    with pytest.raises(StepFailedError):
        check_sync(distances)


def test_the_player_takes_the_best_variant() -> None:
    assert find_best_variant(MASTER) == "source.m3u8"


def test_the_player_reads_byte_ranges_one_after_the_other() -> None:
    requests = []

    def download(url: str, byte_range: tuple[int, int] | None = None) -> bytes:
        requests.append((url, byte_range))
        return {"https://x/live/master.m3u8": MASTER, "https://x/live/source.m3u8": RANGES}.get(
            url, "v"
        ).encode()

    player = Player(download, "https://x/live/master.m3u8")
    playlist = player.load()
    assert (playlist.seconds, playlist.is_ended) == (3.5, True)
    assert player.fetch(playlist.segments) == b"vvv"
    assert [byte_range for _, byte_range in requests[2:]] == [(0, 100), (100, 500), (600, 300)]


def test_partial_segments_are_left_out() -> None:
    part = '#EXT-X-PART:DURATION=0.5,URI="part.ts"'
    text = f"#EXTM3U\n{part}\n#EXTINF:2.0,\ns1.ts\n{part}\n"
    playlist = parse_media_playlist(text, "https://x/live/source.m3u8")
    assert [segment.url for segment in playlist.segments] == ["https://x/live/s1.ts"]


def test_a_file_that_is_no_video_cannot_be_decoded() -> None:
    with pytest.raises(measurements.UndecodableVideoError):
        measurements.measure(b"<html></html>", NOW_MS)
