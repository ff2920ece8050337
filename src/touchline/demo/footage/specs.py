"""Specs of the videos to render, read from a channel pack's `footage.yaml`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from touchline.shared.strings.localized import localize

# The rendering processes import this module and do not need the pack code.
if TYPE_CHECKING:
    from touchline.front.packs.pack import Pack

SPORTS = ("hockey", "basketball", "soccer", "volleyball")


@dataclass(frozen=True)
class Team:
    """A team as a broadcast shows it. Colors are `#rrggbb`, and `crest` is an SVG file."""

    name: str
    short_name: str
    color: str
    color_2: str
    crest: Path | None = None


@dataclass(frozen=True)
class GameSpec:
    """A rendered game. `final` is the score (away, home) at the end. If it is None, the seed decides."""

    key: str
    sport: str
    away: Team
    home: Team
    seconds: float
    seed: int
    final: tuple[int, int] | None = None


@dataclass(frozen=True)
class StillsSpec:
    """Slow pans over still images. `captions` has the lines of each language, spread over the video.

    With an `open_file`, it is a sponsor's video without a frame counter. It is published under that name
    among the channel's public files, for a pre-roll.
    """

    key: str
    title: str
    pictures: tuple[Path, ...]
    seconds: float
    captions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    open_file: str = ""


Spec = GameSpec | StillsSpec


class InvalidFootageError(ValueError):
    """A pack's `footage.yaml` requests something that cannot be rendered. The message says what and where."""


def plan(pack: Pack, max_seconds: float = inf) -> list[Spec]:
    """Return the specs in a pack's `footage.yaml`, in its order and in the channel's language.

    Longer videos are cut to `max_seconds`.
    """
    language = str(pack.content["channel"]["language"])
    teams = {group["key"]: _team(group, pack, language) for group in pack.content["groups"]}
    specs = [
        _game(row, teams) if row["kind"] == "game" else _stills(row, pack, language)
        for row in pack.get_part("demo")["footage"]
    ]
    return [replace(spec, seconds=min(spec.seconds, max_seconds)) for spec in specs]


def _team(group: dict[str, Any], pack: Pack, language: str) -> Team:
    first, second = [*group["colors"], "#ffffff", "#101820"][:2]
    return Team(
        localize(group["name"], language, language),
        localize(group["short_name"], language, language),
        first,
        second,
        pack.files[group["logo"]] if group["logo"] else None,
    )


def _game(row: dict[str, Any], teams: dict[str, Team]) -> GameSpec:
    if row["sport"] not in SPORTS:
        raise InvalidFootageError(
            f"footage.yaml, {row['key']}: sport must be one of {', '.join(SPORTS)}, not {row['sport']!r}"
        )
    return GameSpec(
        key=row["key"],
        sport=row["sport"],
        away=teams[row["away"]],
        home=teams[row["home"]],
        seconds=float(row["seconds"]),
        seed=row["seed"],
        final=(row["final"][0], row["final"][1]) if len(row["final"]) == 2 else None,
    )


def _stills(row: dict[str, Any], pack: Pack, language: str) -> StillsSpec:
    return StillsSpec(
        key=row["key"],
        title=localize(row["title"], language, language) if row["title"] else row["key"],
        pictures=tuple(pack.files[public_path] for public_path in row["pictures"]),
        seconds=float(row["seconds"]),
        captions=tuple((tag, tuple(lines)) for tag, lines in sorted((row["captions"] or {}).items())),
        open_file=row["open_file"] or "",
    )
