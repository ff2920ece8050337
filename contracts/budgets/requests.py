"""The product against the bare route: processor time an answer, which other programs do not change; and as it
is felt, answers a second, one server after the other.

Visitors ask with many keys in turn, as they do; the bare route answers the bytes that one of them got.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from contracts.budgets import serving
from contracts.budgets.load import Bounds, ask, warm_up
from contracts.budgets.measured import Measured, at_least


def measure(promised: dict[str, Any], games: int = 0) -> Iterator[Measured]:
    """Each path of the section; with `games` the channel has a season of so many (`season`)."""
    bounds, number = Bounds(**promised["load"]), promised.get("keys", 1)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving.visited(Path(folder), games, number) as (ours, keys),
    ):
        for each in promised["paths"]:
            asking = [keys.viewer] if each.get("viewer") else keys.visitors
            targets = [serving.with_key(each["path"], key) for key in asking]
            answer = serving.text_of(ours.port, targets[0])
            with serving.bare(Path(folder), {"/0": answer}) as bare:
                mine, theirs = cost(ours, targets, bounds), cost(bare, ["/0"], bounds)
            detail = f"{mine} against {theirs}; {len(answer.encode()) / 1000:,.0f} kB each"
            what = f"GET {each['path']}{', a viewer' if each.get('viewer') else ''}"
            least = each["least_ratio"]
            yield at_least(what, theirs.milliseconds / mine.milliseconds, least, detail, 4)
            if "keys" in promised:
                yield at_least(
                    "  answers a second", mine.a_second / theirs.a_second, least, "the same run", 4
                )


@dataclass(frozen=True)
class Cost:
    """Of one answer: milliseconds of processor time; and how many came in a second."""

    milliseconds: float
    a_second: float

    def __str__(self) -> str:
        return f"{self.milliseconds:.2f} ms, {self.a_second:,.0f} a second"


class Answering(Protocol):
    """What answers on a port, or a part of it, and what that has used of the processors."""

    @property
    def port(self) -> int:
        """Where it is asked."""

    def cpu_seconds(self) -> float:
        """Since it began."""


@dataclass(frozen=True)
class Together:
    """What answers on a port, of several programs."""

    port: int
    parts: Sequence[Callable[[], float]]

    def cpu_seconds(self) -> float:
        """All of them."""
        return sum(part() for part in self.parts)


def cost(server: Answering, target: str | Sequence[str], bounds: Bounds) -> Cost:
    """What `GET` of a target costs a server, or of several in turn."""
    targets = [target] if isinstance(target, str) else target
    warm_up(server.port, targets, bounds)
    before = server.cpu_seconds()
    answers, seconds = ask(server.port, targets, bounds)
    return Cost((server.cpu_seconds() - before) / answers * 1000, answers / seconds)
