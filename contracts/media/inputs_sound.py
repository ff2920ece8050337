"""Sound that comes and goes, begins late, lasts longer, drifts, or comes more than once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from contracts.media.cases import Case, Expected, Make, film
from contracts.media.drawing import AAC, GRID, Film, concatenate, draw, remux

_NO_SOUND: tuple[tuple[float, float], ...] = ()


def takes(*films: Film, audio: Sequence[str] = AAC) -> Make:
    """Return a `Make` of the takes of a live recording."""

    def make(folder: Path) -> Sequence[Path]:
        made = []
        for number, each in enumerate(films):
            sound = audio if each.sound is not None else ()
            made.append(draw(folder / f"take{number}.ts", each, *GRID, *sound))
        return made

    return make


def in_a_row(*films: Film, offsets: Sequence[float]) -> Make:
    """Return a `Make` of one transport stream: films, each beginning at a timestamp of its own."""

    def make(folder: Path) -> Sequence[Path]:
        parts = []
        for number, (each, offset) in enumerate(zip(films, offsets, strict=True)):
            sound = AAC if each.sound is not None else ()
            part = folder / f"part{number}.ts"
            parts.append(draw(part, each, *GRID, *sound, "-output_ts_offset", str(offset)))
        return [concatenate(parts, folder / "film.ts")]

    return make


def drifting(ratio: float, seconds: float, ending: str = "mkv") -> Make:
    """Return a `Make` of a film whose sound has `ratio` seconds of samples for each second."""

    def make(folder: Path) -> Sequence[Path]:
        even = draw(folder / "even.mkv", Film(seconds=seconds, sound_ratio=ratio), *GRID, *AAC)
        stamps = f"setts=pts=PTS*{ratio}:dts=DTS*{ratio}"
        return [remux(even, folder / f"film.{ending}", "-bsf:a", stamps)]

    return make


def _two_languages(folder: Path) -> Sequence[Path]:
    """The second sound is the default one; the first is silent."""
    silence = ("-f", "lavfi", "-i", "anullsrc=cl=stereo:d=8")
    mapped = ("-map", "0:v", "-map", "2:a", "-map", "1:a")
    names = ("-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra")
    default = ("-disposition:a:0", "0", "-disposition:a:1", "default")
    target = folder / "film.mkv"
    return [draw(target, Film(), *mapped, *names, *default, *GRID, *AAC, inputs=silence)]


_MUTE = Film(seconds=4, sound=None)
_LOUD = Film(seconds=4)
_SHORT = tuple(Film(seconds=seconds) for seconds in (2.12, 2.6, 2.36, 2.2, 2.52, 2.28, 2.44))
_TAKES = tuple(Film(seconds=seconds) for seconds in (6.12, 9, 7.36, 8.2, 6.52, 9.28, 7.44))

CASES = (
    Case(
        "no sound",
        film("film.mp4", Film(sound=None), *GRID),
        Expected(8, flashes=8, sound=_NO_SOUND, copied=True),
    ),
    Case(
        "sound from 2 s",
        film("film.mkv", Film(delay="2", sound=6), *GRID, *AAC),
        Expected(8, flashes=8, sound=((2, 8),)),
    ),
    Case(
        "sound 0.3 s before picture",
        film("film.mkv", Film(delay="-0.28"), *GRID, *AAC),
        Expected(8, flashes=8),
    ),
    Case(
        "sound longer than picture",
        film("film.mp4", Film(seconds=6, sound=9), *GRID, *AAC),
        Expected(9, flashes=6),
    ),
    Case(
        "picture longer than sound",
        film("film.mp4", Film(sound=4), *GRID, *AAC),
        Expected(8, flashes=8, sound=((0, 4),)),
    ),
    Case("takes: on, off, on", takes(_LOUD, _MUTE, _LOUD), Expected(12, flashes=12, sound=((0, 4), (8, 12)))),
    Case("takes: off, off", takes(_MUTE, _MUTE), Expected(8, flashes=8, sound=_NO_SOUND, copied=True)),
    Case("takes: off, on", takes(_MUTE, _LOUD), Expected(8, flashes=8, sound=((4, 8),))),
    Case(
        "ts: on, off, on",
        in_a_row(_LOUD, _MUTE, _LOUD, offsets=(0, 4, 8)),
        Expected(12, flashes=12, sound=((0, 4), (8, 12))),
    ),
    Case("ts: off, on", in_a_row(_MUTE, _LOUD, offsets=(0, 4)), Expected(8, flashes=8, sound=((4, 8),))),
    Case("seven takes of 2 s", takes(*_SHORT), Expected(16.52, flashes=19)),
    Case("seven takes of 6 to 9 s", takes(*_TAKES), Expected(53.92, flashes=56)),
    Case("sound clock 0.2 % fast", drifting(1.002, 30), Expected(30, flashes=30, offset_ms=40)),
    Case("sound clock 0.2 % slow", drifting(0.998, 30, "ts"), Expected(30, flashes=30, offset_ms=40)),
    Case("5.1 ac-3", film("film.mkv", Film(channels="5.1"), *GRID, "-c:a", "ac3"), Expected(8, flashes=8)),
    Case(
        "mono 22.05 khz",
        film("film.mp4", Film(hertz=22_050, channels="mono"), *GRID, *AAC),
        Expected(8, flashes=8),
    ),
    Case("44.1 khz", film("film.mp4", Film(hertz=44_100), *GRID, *AAC), Expected(8, flashes=8)),
    Case("two languages, second default", _two_languages, Expected(8, flashes=8, sounds=2)),
)
