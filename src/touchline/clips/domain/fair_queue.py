"""In which order clips are cut: viewers take turns, whoever asked for more waits longer for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

RECENT_WINDOW = timedelta(hours=1)
"""How long a clip that was cut counts against its maker's turn."""


@dataclass(frozen=True, slots=True)
class QueuedClip:
    """A clip that is not cut yet. `creator` is its channel and account; `is_processing` says that a worker
    has it."""

    id: int
    creator: Hashable
    is_processing: bool = False


def fair_order(
    waiting: Iterable[QueuedClip], recent_counts: Mapping[Hashable, int] | None = None
) -> Sequence[int]:
    """Return the ids of clips that no worker has, the next one first.

    The first clip of each viewer comes before the second of anybody, the second before the third, and so on.
    Clips that were cut in the last hour (`recent_counts`, by maker) and those that workers have count as
    their makers' first ones. Within a turn the one that was asked for first comes first.
    """
    queued = list(waiting)
    turn_counts = Counter(recent_counts or {})
    turn_counts.update(one.creator for one in queued if one.is_processing)
    ordered: list[tuple[int, int]] = []
    for one in sorted((one for one in queued if not one.is_processing), key=lambda one: one.id):
        ordered.append((turn_counts[one.creator], one.id))
        turn_counts[one.creator] += 1
    return [clip_id for _, clip_id in sorted(ordered)]
