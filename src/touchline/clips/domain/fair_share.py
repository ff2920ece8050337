"""In which order clips are cut: viewers take turns, whoever asked for more waits longer for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

RECENT = timedelta(hours=1)
"""How long a clip that was cut counts against its maker's turn."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A clip that is not cut yet. `maker` is its channel and account; `in_work` says that a worker has it."""

    id: int
    maker: Hashable
    in_work: bool = False


def fair_order(waiting: Iterable[Waiting], served: Mapping[Hashable, int] | None = None) -> Sequence[int]:
    """Return the ids of clips that no worker has, the next one first.

    The first clip of each viewer comes before the second of anybody, the second before the third, and so on.
    Clips that were cut in the last hour (`served`, by maker) and those that workers have count as their
    makers' first ones. Within a turn the one that was asked for first comes first.
    """
    found = list(waiting)
    taken = Counter(served or {})
    taken.update(one.maker for one in found if one.in_work)
    turns: list[tuple[int, int]] = []
    for one in sorted((one for one in found if not one.in_work), key=lambda one: one.id):
        turns.append((taken[one.maker], one.id))
        taken[one.maker] += 1
    return [clip_id for _, clip_id in sorted(turns)]
