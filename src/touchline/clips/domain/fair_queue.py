"""The order in which clips are cut: viewers take turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

RECENT_WINDOW = timedelta(hours=1)
"""How long a clip that was cut counts against its creator's turn."""


@dataclass(frozen=True, slots=True)
class QueuedClip:
    """A clip that is not cut yet.

    `creator` is its channel and account. `is_processing`: a worker is cutting it.
    """

    id: int
    creator: Hashable
    is_processing: bool = False


def fair_order(
    waiting: Iterable[QueuedClip], recent_counts: Mapping[Hashable, int] | None = None
) -> Sequence[int]:
    """Return the ids of clips that no worker has, the next one first.

    The first clip of each viewer comes before anybody's second, each second before anybody's third, and so
    on. Clips cut in the last hour (`recent_counts`, by creator) and clips in processing count as earlier
    turns. Within a turn, clips keep the order in which they were requested.
    """
    queued = list(waiting)
    turn_counts = Counter(recent_counts or {})
    turn_counts.update(clip.creator for clip in queued if clip.is_processing)
    ordered: list[tuple[int, int]] = []
    for clip in sorted(
        (queued_clip for queued_clip in queued if not queued_clip.is_processing),
        key=lambda queued_clip: queued_clip.id,
    ):
        ordered.append((turn_counts[clip.creator], clip.id))
        turn_counts[clip.creator] += 1
    return [clip_id for _, clip_id in sorted(ordered)]
