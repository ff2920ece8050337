"""Measure cases of the matrix, one after another, each in a folder that is gone afterwards."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from contracts.media.cases import Case
from contracts.media.expectations import failures
from contracts.media.hls_package_rules import check_package
from contracts.media.live import measure_live
from contracts.media.live_cases import LiveCase
from contracts.media.players import player_failures
from contracts.media.products import Product, make_product
from contracts.media.shaka import Shaka
from contracts.media.shaka_failures import shaka_failures


@dataclass(frozen=True)
class Row:
    """What was measured of a case. `offset_ms` is the largest delay between flash and beep, either way."""

    name: str
    failures: tuple[str, ...]
    seconds: float = 0.0
    size: str = ""
    rate: float = 0.0
    offset_ms: float = 0.0
    copied: bool = False
    times_real: float = 0.0
    """Seconds of the recording for each second of packaging."""

    @property
    def passed(self) -> bool:
        """Whether all of it is as expected."""
        return not self.failures


def measure(
    cases: Sequence[Case], *, players: Sequence[str] = (), shaka: Shaka | None = None
) -> Iterator[Row]:
    """Yield a row for each case. Its product is also downloaded by `players` and played by `shaka`."""
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="media-") as folder:
            yield measure_case(case, Path(folder), players, shaka)


def measure_streams(cases: Sequence[LiveCase]) -> Iterator[Row]:
    """Yield a row for each live stream."""
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="media-") as folder:
            yield Row(f"live: {case.name}", tuple(measure_live(case, Path(folder), _free_port())))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def measure_case(case: Case, folder: Path, players: Sequence[str] = (), shaka: Shaka | None = None) -> Row:
    """Make the source of a case in a folder, and measure what comes out of it."""
    (folder / "source").mkdir()
    sources = case.make(folder / "source")
    try:
        product = make_product(sources, folder)
        wrong = failures(case.expected, product)
        if product.package is not None:
            audible = bool(case.expected.heard)
            wrong += [str(finding) for finding in check_package(product.folder, has_sound=audible)]
            wrong += player_failures(players, product.folder, product.largest, folder)
            wrong += shaka_failures(shaka, case.expected, product) if shaka else ()
    except Exception as error:  # a traceback of the product is a failure like any other
        return Row(case.name, (f"{type(error).__name__}: {error}",))
    return _row(case, product, wrong)


def _row(case: Case, product: Product, wrong: Sequence[str]) -> Row:
    if product.package is None:
        return Row(case.name, tuple(wrong))
    offsets = [abs(off) for reading in product.renditions.values() for _, off in reading.offsets()]
    largest = product.largest
    return Row(
        name=case.name,
        failures=tuple(wrong),
        seconds=round(largest.seconds, 3),
        size="{}x{}".format(*largest.sizes[-1]),
        rate=round(largest.rate, 3),
        offset_ms=round(max(offsets, default=0.0), 1),
        copied=product.copied > 0.95,
        times_real=round(largest.seconds / max(0.001, product.processing_seconds), 1),
    )
