from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest

from touchline.demo.footage.encoder import Encoder, EncodingError
from touchline.demo.footage.sound import TICK_HERTZ, room_tone
from touchline.demo.footage.tests.samples import decode_audio, decode_frames


def test_keyframes_are_exactly_two_seconds_apart(plain_video: Path) -> None:
    assert [at for at, key, _ in decode_frames(plain_video) if key] == [0.0, 2.0, 4.0, 6.0, 8.0]


def test_frames_are_stored_in_display_order(plain_video: Path) -> None:
    """Without B-frames, each segment can be cut out unchanged and starts at its own time."""
    with av.open(str(plain_video)) as container:
        packets = [packet for packet in container.demux(video=0) if packet.pts is not None]
    assert all(packet.pts == packet.dts for packet in packets)


def test_every_browser_can_play_the_video(plain_video: Path) -> None:
    with av.open(str(plain_video)) as container:
        video, audio = container.streams.video[0], container.streams.audio[0]
        assert (video.codec.name, video.width, video.height, video.pix_fmt) == ("h264", 1280, 720, "yuv420p")
        assert video.average_rate == 25
        assert (video.codec_context.colorspace, video.codec_context.color_range) == (1, 1)
        assert (audio.codec.name, audio.rate, audio.channels) == ("aac", 48000, 2)
    assert plain_video.read_bytes().index(b"moov") < plain_video.read_bytes().index(b"mdat")


def test_a_tick_sounds_at_each_full_second_and_nowhere_else(plain_video: Path) -> None:
    rate, samples = decode_audio(plain_video)
    wave = np.exp(-2j * np.pi * TICK_HERTZ * np.arange(rate // 50) / rate)
    windows = samples.mean(0)[: 9 * rate].reshape(-1, rate // 50)
    loudness = np.abs(windows @ wave)
    ticks = np.flatnonzero(loudness > loudness.max() / 2)
    assert ticks.tolist() == [second * 50 for second in range(9)]


def test_a_failed_rendering_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no more"), Encoder(tmp_path / "a.mp4", room_tone(1, 1)):
        raise ValueError("no more")
    assert list(tmp_path.iterdir()) == []


def test_ffmpeg_errors_are_reported(tmp_path: Path) -> None:
    with pytest.raises(EncodingError, match=r"\w"), Encoder(tmp_path / "a.mp4", room_tone(1, 1)) as encoder:
        encoder.write(np.zeros(1000, np.uint8))
    assert list(tmp_path.iterdir()) == []
