"""Live streams that change in the middle: what an encoder sends, and what must come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from contracts.media.cases import Expected
from contracts.media.drawing import AAC, H264, Film, draw
from contracts.media.publisher import Part

_GRID = (*H264, "-bf", "0", "-sc_threshold", "0", "-force_key_frames", "expr:gte(t,n_forced*2)", "-g", "999")
_IRREGULAR = (*H264, "-bf", "0", "-sc_threshold", "0", "-force_key_frames", "0,1,1.4,8,8.2,10", "-g", "999")
_LONGEST_STAMP_24 = 0xFFFFFF


@dataclass(frozen=True)
class Shot:
    """A film, how it is coded, and what is wrong with its timestamps (`publisher.Part`)."""

    film: Film
    options: tuple[str, ...] = _GRID
    begins: int | None = None
    clock: float = 1.0
    sound_clock: float = 1.0
    pace: float = 1.0

    @property
    def seconds(self) -> float:
        """How long its timestamps last."""
        return self.film.seconds * self.clock


@dataclass(frozen=True)
class LiveCase:
    """A stream: its shots one after the other, in one connection or each in one of its own.

    `away` is how many seconds nothing is sent between two connections. `offset_ms` and `slack` as in
    `Expected`: where the timestamps go on, the sound of two films overlaps at the change.
    """

    name: str
    shots: tuple[Shot, ...]
    reconnects: bool = False
    away: float = 0.0
    offset_ms: float = 20
    slack: float = 0.0
    changes_at: tuple[float, ...] = field(init=False)
    """Seconds from the first picture at which something changes."""

    def __post_init__(self) -> None:
        """Add up the lengths of the shots."""
        ends = [sum(each.seconds for each in self.shots[: number + 1]) for number in range(len(self.shots))]
        object.__setattr__(self, "changes_at", tuple(ends[:-1]))

    @property
    def seconds(self) -> float:
        """The length of the whole stream."""
        return sum(shot.seconds for shot in self.shots)

    @property
    def expected(self) -> Expected:
        """What must be in the segments, and in the recording."""
        begins = (0.0, *self.changes_at)
        sound = [
            (begin, begin + shot.seconds)
            for begin, shot in zip(begins, self.shots, strict=True)
            if shot.film.sound is not None
        ]
        return Expected(
            self.seconds,
            flashes=round(sum(shot.film.seconds for shot in self.shots)),
            sound=tuple(sound),
            offset_ms=self.offset_ms,
            slack=self.slack,
        )


def draw_parts(case: LiveCase, folder: Path) -> list[Part]:
    """Draw the films of a case into a folder, each once."""
    drawn: dict[object, Path] = {}
    parts = []
    for shot in case.shots:
        key = (shot.film, shot.options)
        if key not in drawn:
            sound = AAC if shot.film.sound is not None else ()
            drawn[key] = draw(folder / f"part{len(drawn)}.flv", shot.film, *shot.options, *sound)
        parts.append(Part(drawn[key], shot.begins, shot.clock, shot.sound_clock, shot.pace))
    return parts


def live_cases(seconds: int) -> tuple[LiveCase, ...]:
    """Return the streams of one connection; each shot lasts so many seconds, but some that need more."""
    film = Film(seconds=seconds)
    plain = Shot(film)
    silent, large = Shot(replace(film, sound=None)), Shot(replace(film, size="320x180"))
    drifting = Shot(replace(film, seconds=24, sound_ratio=1.002), sound_clock=1.002)
    return (
        LiveCase("steady", (plain, plain)),
        LiveCase("sound off, then on", (plain, silent, plain)),
        LiveCase("sound from the second shot on", (silent, plain)),
        LiveCase("size grows, then shrinks", (plain, large, plain), offset_ms=40),
        LiveCase("25, then 50 pictures a second", (plain, Shot(replace(film, rate="50")))),
        LiveCase(
            "60, then 30 pictures a second",
            (_rated(film, "60"), _rated(film, "30")),
        ),
        LiveCase("irregular key frames", (plain, Shot(replace(film, seconds=12), _IRREGULAR))),
        LiveCase("timestamps back at 0", (plain, replace(plain, begins=0), replace(plain, begins=0))),
        LiveCase("timestamps an hour ahead", (plain, replace(plain, begins=3_600_000), plain)),
        LiveCase(
            "timestamps past 24 bits", (replace(plain, begins=_LONGEST_STAMP_24 - seconds * 500), plain)
        ),
        LiveCase("clock 5 % fast", (plain, replace(plain, clock=1.05), plain), offset_ms=40),
        LiveCase("clock 5 % slow", (plain, replace(plain, clock=0.95), plain), offset_ms=40),
        LiveCase("sound clock 0.2 % fast", (drifting,), offset_ms=40),
    )


def _rated(film: Film, rate: str) -> Shot:
    return Shot(replace(film, rate=rate))


def watched_cases(seconds: int) -> Sequence[LiveCase]:
    """Return the streams that are watched in a browser: those of one connection, and of several."""
    one = {case.name: case for case in live_cases(seconds)}
    sent_fast = replace(one["steady"].shots[0], pace=1.05)
    again = ("sound off, then on", "size grows, then shrinks", "25, then 50 pictures a second")
    return (
        *one.values(),
        LiveCase("sent 5 % too fast", (sent_fast, sent_fast)),
        *(replace(one[name], name=f"{name}, by new connections", reconnects=True) for name in again),
        replace(one["steady"], name="nothing for 6 s", reconnects=True, away=6.0),
    )
