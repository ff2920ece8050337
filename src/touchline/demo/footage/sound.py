"""Synthesized sound: a crowd that swells, a quiet room, and a tick at each full second."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from touchline.demo.footage.encoder import FRAME_RATE, SAMPLE_RATE
from touchline.demo.footage.play.record import Moment

TICK_HERTZ, TICK_SECONDS = 1000, 0.02
_TICK_LEVEL = 0.3
_LOOP = 8 * SAMPLE_RATE

Signal = NDArray[np.float32]


def crowd_sound(seconds: float, seed: int, moments: Sequence[Moment]) -> NDArray[np.int16]:
    """Return the sound of a crowd, (samples, 2) at 48 kHz: murmur, roars at goals, gasps at shots, ticks."""
    samples = round(seconds * SAMPLE_RATE)
    murmur = _stereo(seed, samples, low=140, high=2400, tilt=0.75)
    roar = _stereo(seed + 9, samples, low=320, high=4200, tilt=0.45)
    level, loud = _swells(seconds, seed, moments)
    mixed = 0.05 * murmur * level[:, None] + 0.17 * roar * loud[:, None]
    for moment in moments:
        if moment.kind == "whistle":
            _add(mixed, _whistle(), round(moment.frame / FRAME_RATE * SAMPLE_RATE))
    return _finish(mixed, seconds)


def room_tone(seconds: float, seed: int) -> NDArray[np.int16]:
    """Return the sound of a quiet workshop, (samples, 2) at 48 kHz, with the same ticks."""
    samples = round(seconds * SAMPLE_RATE)
    return _finish(0.016 * _stereo(seed, samples, low=60, high=900, tilt=1.1), seconds)


def _finish(mixed: Signal, seconds: float) -> NDArray[np.int16]:
    tick = _tick()
    for second in range(int(np.ceil(seconds))):
        _add(mixed, tick, second * SAMPLE_RATE)
    return np.asarray(np.tanh(mixed) * 32767, np.int16)


def _stereo(seed: int, samples: int, low: float, high: float, tilt: float) -> Signal:
    """Return band-limited noise of unit level for each channel, without the frequency of the ticks."""
    rng = np.random.default_rng(seed)
    hertz = np.fft.rfftfreq(_LOOP, 1 / SAMPLE_RATE)
    shape = (
        (1 / np.maximum(hertz, 30) ** tilt)
        / (1 + (low / np.maximum(hertz, 1)) ** 4)
        / (1 + (hertz / high) ** 4)
    )
    shape *= 1 - 0.92 * np.exp(-(((hertz - TICK_HERTZ) / 140) ** 2))
    channels = []
    for _ in range(2):
        spectrum = shape * np.exp(2j * np.pi * rng.random(len(hertz)))
        loop = np.fft.irfft(spectrum, _LOOP).astype(np.float32)
        channels.append(np.resize(loop / loop.std(), samples))
    return np.stack(channels, -1)


def _swells(seconds: float, seed: int, moments: Sequence[Moment]) -> tuple[Signal, Signal]:
    """Return the loudness of the murmur and of the roar for each sample."""
    rng = np.random.default_rng(seed + 3)
    grid = np.arange(0, seconds + 0.05, 0.05)
    level = 1 + 0.16 * np.sin(grid * 0.7 + rng.random() * 6) + 0.1 * np.sin(grid * 1.9 + rng.random() * 6)
    loud = np.zeros_like(grid)
    for moment in moments:
        age = grid - moment.frame / FRAME_RATE
        if moment.kind == "goal":
            peak = 1.0 if moment.points == 1 else 0.6
            loud += peak * np.clip(age / 0.25, 0, 1) * np.exp(-np.maximum(age, 0) / 2.4)
        elif moment.kind in ("shot", "save"):
            loud += 0.3 * np.clip((age + 0.3) / 0.4, 0, 1) * np.exp(-np.maximum(age, 0) / 0.7)
    fine = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (
        np.interp(fine, grid, level + loud * 0.6).astype(np.float32),
        np.interp(fine, grid, np.minimum(loud, 1.3)).astype(np.float32),
    )


def _tick() -> Signal:
    time = np.arange(round(TICK_SECONDS * SAMPLE_RATE)) / SAMPLE_RATE
    edge = np.minimum(1, np.minimum(time, TICK_SECONDS - time) / 0.001)
    return (_TICK_LEVEL * edge * np.sin(2 * np.pi * TICK_HERTZ * time)).astype(np.float32)


def _whistle() -> Signal:
    time = np.arange(round(0.45 * SAMPLE_RATE)) / SAMPLE_RATE
    edge = np.minimum(1, np.minimum(time, 0.45 - time) / 0.02)
    trill = 2750 * time + 0.9 * np.sin(2 * np.pi * 38 * time)
    return (0.1 * edge * np.sin(2 * np.pi * trill)).astype(np.float32)


def _add(mixed: Signal, sound: Signal, at: int) -> None:
    target = mixed[at : at + len(sound)]
    target += sound[: len(target), None]
