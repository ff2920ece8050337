"""The product compared with the bare route: CPU time per response, which other programs do not affect, and
responses per second.

Visitors use many keys in turn. The bare route returns the bytes that one visitor got. The servers run one
after the other.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.load_generator import LoadLimits, send_requests, warm_up
from contracts.nightly.budgets.results import BudgetResult, at_least


def measure(budget: dict[str, Any], event_count: int = 0) -> Iterator[BudgetResult]:
    """Measure each path of the section. With `event_count` the channel has that many events (`season`)."""
    limits, number = LoadLimits(**budget["load"]), budget.get("keys", 1)
    with (
        tempfile.TemporaryDirectory() as folder,
        servers.run_product_with_keys(Path(folder), event_count, number) as (product, keys),
    ):
        for path_budget in budget["paths"]:
            api_keys = [keys.viewer] if path_budget.get("viewer") else keys.visitors
            targets = [servers.add_api_key(path_budget["path"], key) for key in api_keys]
            response_text = servers.get_text(product.port, targets[0])
            with servers.run_bare(Path(folder), {"/0": response_text}) as bare:
                product_cost, bare_cost = (
                    measure_cost(product, targets, limits),
                    measure_cost(bare, ["/0"], limits),
                )
            detail = f"{product_cost} against {bare_cost}; {len(response_text.encode()) / 1000:,.0f} kB each"
            measurement = f"GET {path_budget['path']}{', a viewer' if path_budget.get('viewer') else ''}"
            min_ratio = path_budget["min_ratio"]
            yield at_least(
                measurement, bare_cost.milliseconds / product_cost.milliseconds, min_ratio, detail, 4
            )
            if "keys" in budget:
                yield at_least(
                    "  responses per second",
                    product_cost.per_second / bare_cost.per_second,
                    min_ratio,
                    "in the same run",
                    4,
                )


@dataclass(frozen=True)
class RequestCost:
    """The cost of one response: milliseconds of CPU time, and responses per second."""

    milliseconds: float
    per_second: float

    def __str__(self) -> str:
        return f"{self.milliseconds:.2f} ms, {self.per_second:,.0f} per second"


class MeasuredServer(Protocol):
    """A server on a port, or a part of it, and its CPU use."""

    @property
    def port(self) -> int:
        """Return the port to send requests to."""

    def cpu_seconds(self) -> float:
        """Return the CPU seconds since the start."""


@dataclass(frozen=True)
class ServerGroup:
    """Several programs that serve one port together."""

    port: int
    cpu_counters: Sequence[Callable[[], float]]

    def cpu_seconds(self) -> float:
        """Return the CPU seconds of all programs."""
        return sum(counter() for counter in self.cpu_counters)


def measure_cost(server: MeasuredServer, target: str | Sequence[str], limits: LoadLimits) -> RequestCost:
    """Return what `GET` of a target, or of several in turn, costs a server."""
    targets = [target] if isinstance(target, str) else target
    warm_up(server.port, targets, limits)
    cpu_before = server.cpu_seconds()
    response_count, seconds = send_requests(server.port, targets, limits)
    return RequestCost((server.cpu_seconds() - cpu_before) / response_count * 1000, response_count / seconds)
