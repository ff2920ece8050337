"""Tests of AAC encoding in whole frames, for chunks of any size."""

from typing import Any

import av
import numpy as np
import pytest

from adapters.video.audio.aac_encoder import FRAME_SAMPLES, AacEncoder
from adapters.video.audio.gapless_audio import SAMPLE_RATE, Samples

TONE = (np.sin(np.arange(SAMPLE_RATE // 2) * 2 * np.pi * 440 / SAMPLE_RATE) * np.ones((2, 1))).astype(
    np.float32
)


def encode_chunks(chunks: list[Samples], **options: Any) -> list[tuple[int, bytes]]:
    encoder = AacEncoder(av.CodecContext.create("aac", "w"), **options)
    return [(packet.pts, bytes(packet)) for packet in (*encoder.add(chunks), *encoder.finish())]


@pytest.mark.parametrize("length", [1, 100, FRAME_SAMPLES - 1, FRAME_SAMPLES, 5000])
def test_the_chunk_size_does_not_change_the_output(length: int) -> None:
    chunks = [TONE[:, at : at + length] for at in range(0, TONE.shape[1], length)]
    assert encode_chunks(chunks) == encode_chunks([TONE])


def test_packets_are_contiguous_from_zero_and_padding_is_optional() -> None:
    timestamps = [at for at, _ in encode_chunks([TONE])]
    assert timestamps == [number * FRAME_SAMPLES for number in range(len(timestamps))]
    assert [at for at, _ in encode_chunks([TONE], padding=True)] == [-FRAME_SAMPLES, *timestamps]


@pytest.mark.parametrize("max_samples", [0, 10, FRAME_SAMPLES, 10 * FRAME_SAMPLES + 1])
def test_samples_past_the_end_are_dropped(max_samples: int) -> None:
    assert encode_chunks([TONE, TONE], max_samples=max_samples) == encode_chunks([TONE[:, :max_samples]])


def test_no_samples_make_no_packet() -> None:
    assert encode_chunks([]) == []
