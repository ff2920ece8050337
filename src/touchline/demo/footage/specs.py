"""What to render: one frozen description a film, read from a channel pack's `footage.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

SPORTS = ("hockey", "basketball", "soccer", "volleyball")


@dataclass(frozen=True)
class Team:
    """A side as a broadcast shows it. Colours are `#rrggbb`; `crest` is an SVG file."""

    name: str
    short_name: str
    color: str
    color_2: str
    crest: Path | None = None


@dataclass(frozen=True)
class GameSpec:
    """A drawn game. `final` is (away, home) when the film ends; `None` leaves it to the seed."""

    key: str
    sport: str
    away: Team
    home: Team
    seconds: float
    seed: int
    final: tuple[int, int] | None = None


@dataclass(frozen=True)
class StillsSpec:
    """Slow pans over still pictures. `captions` has the lines of each language, spread over the film."""

    key: str
    title: str
    pictures: tuple[Path, ...]
    seconds: float
    captions: tuple[tuple[str, tuple[str, ...]], ...] = ()


Spec = GameSpec | StillsSpec


class FootageInvalid(ValueError):
    """A pack's `footage.yaml` asks for something that can't be drawn; the message says what and where."""


def plan(pack: Path) -> list[Spec]:
    """The films that a pack's `footage.yaml` asks for, in its order; none where there is no such file."""
    rows = _load(pack / "footage.yaml") or []
    teams = {row["key"]: _team(row, pack) for row in _load(pack / "groups.yaml") or []}
    return [_spec(row, teams, pack) for row in rows]


def _load(path: Path) -> Any:
    return YAML(typ="safe").load(path) if path.is_file() else None


def _text(value: Any) -> str:
    return str(next(iter(value.values())) if isinstance(value, dict) else value)


def _team(row: dict[str, Any], pack: Path) -> Team:
    first, second = ([*row.get("colors", []), "#ffffff", "#101820"])[:2]
    logo = row.get("logo")
    return Team(
        _text(row["name"]), _text(row["short_name"]), str(first), str(second), pack / logo if logo else None
    )


def _spec(row: dict[str, Any], teams: dict[str, Team], pack: Path) -> Spec:
    where = f"footage.yaml, {row.get('key')}"
    kind = row.get("kind")
    if kind == "game":
        return _game(row, teams, where)
    if kind == "stills":
        return _stills(row, pack, where)
    raise FootageInvalid(f"{where}: kind must be game or stills, not {kind!r}")


def _game(row: dict[str, Any], teams: dict[str, Team], where: str) -> GameSpec:
    if row["sport"] not in SPORTS:
        raise FootageInvalid(f"{where}: sport must be one of {', '.join(SPORTS)}, not {row['sport']!r}")
    for side in ("away", "home"):
        if row[side] not in teams:
            raise FootageInvalid(f"{where}: {side} {row[side]!r} is not a group of groups.yaml")
    final = row.get("final")
    return GameSpec(
        key=row["key"],
        sport=row["sport"],
        away=teams[row["away"]],
        home=teams[row["home"]],
        seconds=float(row["seconds"]),
        seed=int(row["seed"]),
        final=(int(final[0]), int(final[1])) if final else None,
    )


def _stills(row: dict[str, Any], pack: Path, where: str) -> StillsSpec:
    pictures = tuple(pack / picture for picture in row["pictures"])
    for picture in pictures:
        if not picture.is_file():
            raise FootageInvalid(f"{where}: there is no picture {picture.relative_to(pack)}")
    captions = row.get("captions") or {}
    return StillsSpec(
        key=row["key"],
        title=_text(row["title"]),
        pictures=pictures,
        seconds=float(row["seconds"]),
        captions=tuple((language, tuple(map(str, lines))) for language, lines in sorted(captions.items())),
    )
