"""Generates random timelines and their scoreboards from a fixed seed."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.catalog.application.scoring.event_sports import NO_SPORT
from touchline.catalog.application.scoring.scorer_timeline import serialize_sport
from touchline.catalog.domain.scoring.scoreboard import Scoreboard, Snapshot, fold
from touchline.catalog.domain.scoring.scores import name_phase
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.timeline import EntryKind, Half, Side, TimelineEntry

PATH = Path(__file__).with_name("examples.json")
SEED = 30
TIMELINES_PER_SPORT = 18
MAX_ENTRIES = 26
SPORTS: dict[str, Sport] = {
    **{
        key: load_shipped_sports()[key]
        for key in ("hockey", "soccer", "basketball", "volleyball", "baseball")
    },
    "": NO_SPORT,
}
_KINDS = (
    *[EntryKind.SCORED] * 8,
    *[EntryKind.UNDONE, EntryKind.CORRECTED, EntryKind.CLOCK_STARTED] * 3,
    *[EntryKind.PERIOD_STARTED, EntryKind.PERIOD_ENDED, EntryKind.CLOCK_STOPPED] * 2,
    EntryKind.CLOCK_SET,
    EntryKind.SCORE_SET,
    EntryKind.MOMENT,
    EntryKind.NOTE,
    *[EntryKind.SHOOTOUT_STARTED, EntryKind.GAME_ENDED] * 2,
)


def render_examples() -> str:
    """Return the examples as JSON, one timeline a line."""
    random = Random(SEED)  # noqa: S311
    sports = {key: _serialize_sport(sport) for key, sport in SPORTS.items()}
    timelines = [
        _create_timeline(random, key) for key in SPORTS for _ in range(TIMELINES_PER_SPORT if key else 4)
    ]
    lines = ",\n".join(_dump(timeline) for timeline in timelines)
    return f'{{"sports": {_dump(sports)},\n"timelines": [\n{lines}\n]}}\n'


def _serialize_sport(sport: Sport) -> dict[str, Any]:
    serializer: Any = SimpleNamespace(localize=lambda text: text["en"] if text else "")
    return serialize_sport(sport, serializer)


def _create_timeline(random: Random, key: str) -> dict[str, Any]:
    """Return a timeline of a sport, and what the scoreboard shows after each entry that counts."""
    sport, entries = SPORTS[key], list[TimelineEntry]()
    at_ms = 0
    for number in range(random.randint(3, MAX_ENTRIES)):
        at_ms += random.choice((0, 1, 400, 9000, 600_000))
        entries.append(_create_entry(random, sport, number, at_ms, entries))
    random.shuffle(entries)
    return {
        "sport": key,
        "entries": [
            {"id": entry.id, "kind": entry.kind.value, "at_ms": entry.at_ms, **entry.get_data()}
            for entry in entries
        ],
        "snapshots": [_serialize(sport, snapshot) for snapshot in fold(sport, entries)],
    }


def _create_entry(
    random: Random, sport: Sport, number: int, at_ms: int, earlier: list[TimelineEntry]
) -> TimelineEntry:
    kind = random.choice(_KINDS)
    # Ids are not in the order of the numbers, so that they decide within a millisecond.
    entry_id = f"{random.randrange(16):x}{number}"
    data: dict[str, Any] = {}
    if kind in (EntryKind.UNDONE, EntryKind.CORRECTED):
        data["target"] = random.choice([*(entry.id for entry in earlier[-6:]), "unknown"])
    if kind is EntryKind.CORRECTED:
        data |= _create_fields(random, sport, random.choice(list(EntryKind)))
        if random.random() < 0.4:
            data["moved_to_ms"] = max(0, at_ms + random.choice((-20_000, -1, 5000, 900_000)))
    else:
        data |= _create_fields(random, sport, kind)
    return TimelineEntry.create(entry_id, kind, at_ms, "", data)


def _create_fields(random: Random, sport: Sport, kind: EntryKind) -> dict[str, Any]:
    side = random.choice(list(Side)).value
    match kind:
        case EntryKind.SCORED:
            points = random.choice([*(score.points for score in sport.scores), 1, -1])
            return {"side": side, "points": points}
        case EntryKind.SCORE_SET:
            sets = {"sets": [random.randrange(3), random.randrange(3)]} if random.random() < 0.5 else {}
            return {"score": [random.randrange(30), random.randrange(30)], **sets}
        case EntryKind.PERIOD_STARTED | EntryKind.PERIOD_ENDED:
            period = {"period": random.randint(1, 6)} if random.random() < 0.4 else {}
            half = {"half": random.choice(list(Half)).value} if sport.periods.has_halves else {}
            return {**period, **half}
        case EntryKind.CLOCK_SET:
            return {"seconds": random.randrange(1200)}
        case EntryKind.GAME_ENDED:
            return {"winner": side} if random.random() < 0.2 else {}
        case EntryKind.MOMENT:
            return {"type": "save", "side": side}
        case EntryKind.NOTE:
            return {"text": "Fans"}
        case _:
            return {}


def _serialize(sport: Sport, snapshot: Snapshot) -> dict[str, Any]:
    """Return what differs from a new scoreboard, and the name of the period."""
    new = asdict(Scoreboard())
    board = {name: value for name, value in asdict(snapshot.scoreboard).items() if value != new[name]}
    return {"id": snapshot.entry.id, **board, "name": name_phase(sport, snapshot.scoreboard)["en"]}


def _dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
