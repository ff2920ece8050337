"""The timeline of an event: an append-only log of what happened in it.

Entries are ordered by the time at which they happened, then by their kinds and ids, never by their arrival.
So two scorers who were offline end up with the same timeline, in whatever order their entries arrive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from touchline.catalog.domain.events.score import Winner

MAX_POINTS = 100
MAX_SCORE = 1000
MAX_CLOCK_SECONDS = 4 * 3600
MAX_TEXT_LENGTH = 140


class Side(StrEnum):
    """The side of a game."""

    AWAY = "away"
    HOME = "home"


class Half(StrEnum):
    """The half of a period with halves, such as an inning."""

    TOP = "top"
    BOTTOM = "bottom"


class EntryKind(StrEnum):
    """What an entry of the timeline says. Entries of the same millisecond follow each other in this order."""

    PERIOD_STARTED = "period_started"
    SHOOTOUT_STARTED = "shootout_started"
    CLOCK_SET = "clock_set"
    CLOCK_STARTED = "clock_started"
    CLOCK_STOPPED = "clock_stopped"
    SCORED = "scored"
    SCORE_SET = "score_set"
    MOMENT = "moment"
    NOTE = "note"
    PERIOD_ENDED = "period_ended"
    GAME_ENDED = "game_ended"
    CORRECTED = "corrected"
    UNDONE = "undone"


_Order = tuple[int, int, str]
_RANKS = {kind: rank for rank, kind in enumerate(EntryKind)}
REQUIRED_FIELDS: dict[EntryKind, tuple[str, ...]] = {
    EntryKind.CLOCK_SET: ("seconds",),
    EntryKind.SCORED: ("side", "points"),
    EntryKind.SCORE_SET: ("score",),
    EntryKind.MOMENT: ("type",),
    EntryKind.NOTE: ("text",),
    EntryKind.UNDONE: ("target",),
    EntryKind.CORRECTED: ("target",),
}
"""The fields that an entry of each kind needs."""

Pair = tuple[int, int]
"""A value of the away side and one of the home side."""


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """Something that happened in an event.

    `id` is a UUID that the author chose, so that an entry sent twice is stored once. `at_ms` is the time at
    which it happened, in milliseconds since 1970. `author` is who wrote it, such as `scorer:Ana`. `type` is
    the key of a score or moment of the sport. `period` counts from 1. `seconds` is what the clock shows.
    `score` and `sets` are pairs of away and home. `target` is the entry that an undo or a correction is
    about. A correction replaces the fields that it has; `moved_to_ms` is the corrected time. `winner` is the
    side that wins by forfeit.
    """

    id: str
    kind: EntryKind
    at_ms: int
    author: str = ""
    side: Side | None = None
    points: int | None = None
    type: str = ""
    period: int | None = None
    half: Half | None = None
    seconds: int | None = None
    score: Pair | None = None
    sets: Pair | None = None
    text: str = ""
    winner: Winner | None = None
    target: str | None = None
    moved_to_ms: int | None = None

    @classmethod
    def create(
        cls, entry_id: str, kind: str, at_ms: int, author: str, data: Mapping[str, Any]
    ) -> TimelineEntry:
        """Return the entry of plain values. `data` has the other fields as `get_data` returns them."""
        values: dict[str, Any] = {name: data[name] for name in _PLAIN_FIELDS if data.get(name) is not None}
        for name, kind_of in _ENUM_FIELDS.items():
            if data.get(name):
                values[name] = kind_of(data[name])
        for name in _PAIR_FIELDS:
            if data.get(name) is not None:
                values[name] = (data[name][0], data[name][1])
        return cls(entry_id, EntryKind(kind), at_ms, author, **values)

    def get_data(self) -> dict[str, Any]:
        """Return the fields that are set, without `id`, `kind`, `at_ms` and `author`, as plain values."""
        data: dict[str, Any] = {}
        for name in _PLAIN_FIELDS:
            if (value := getattr(self, name)) not in (None, ""):
                data[name] = value
        for name in _ENUM_FIELDS:
            if (value := getattr(self, name)) is not None:
                data[name] = value.value
        for name in _PAIR_FIELDS:
            if (value := getattr(self, name)) is not None:
                data[name] = list(value)
        return data


_PLAIN_FIELDS = ("points", "type", "period", "seconds", "text", "target", "moved_to_ms")
_ENUM_FIELDS: Mapping[str, type[StrEnum]] = {"side": Side, "half": Half, "winner": Winner}
_PAIR_FIELDS = ("score", "sets")
_CORRECTABLE = ("side", "points", "period", "half", "seconds", "score", "sets", "winner")


def resolve(entries: Iterable[TimelineEntry]) -> list[TimelineEntry]:
    """Return the entries that count, in order, with their corrections.

    An undo can be undone. If several corrections are about one entry, the last one counts for each field.
    An undo or a correction of a later entry has no effect.
    """
    ordered = sorted(entries, key=_order)
    orders = {entry.id: _order(entry) for entry in ordered}
    undone = _find_undone(ordered, orders)
    valid = {entry.id: entry for entry in ordered if entry.id not in undone}
    for entry in ordered:
        if entry.kind is EntryKind.CORRECTED and entry.id in valid and entry.target in valid:
            target = valid[entry.target]
            if _is_changeable(target) and orders[target.id] < _order(entry):
                valid[entry.target] = _correct(target, entry)
    return sorted((entry for entry in valid.values() if _is_changeable(entry)), key=_order)


def _find_undone(ordered: Sequence[TimelineEntry], orders: dict[str, _Order]) -> frozenset[str]:
    """Return the ids of the undone entries. The latest undo decides first, so that it can undo another."""
    undone: set[str] = set()
    for entry in reversed(ordered):
        is_undo = entry.kind is EntryKind.UNDONE and entry.id not in undone
        if is_undo and entry.target in orders and orders[entry.target] < _order(entry):
            undone.add(entry.target)
    return frozenset(undone)


def _correct(target: TimelineEntry, correction: TimelineEntry) -> TimelineEntry:
    values = {name: getattr(correction, name) for name in _CORRECTABLE}
    changes = {name: value for name, value in values.items() if value is not None}
    changes |= {name: getattr(correction, name) for name in ("type", "text") if getattr(correction, name)}
    if correction.moved_to_ms is not None:
        changes["at_ms"] = correction.moved_to_ms
    return replace(target, **changes)


def _is_changeable(entry: TimelineEntry) -> bool:
    return entry.kind not in (EntryKind.UNDONE, EntryKind.CORRECTED)


def _order(entry: TimelineEntry) -> _Order:
    return entry.at_ms, _RANKS[entry.kind], entry.id
