"""Measuring cases of the matrix, one after another, each in a temporary folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from contracts.media.cases import MediaCase
from contracts.media.checks import check_output
from contracts.media.hls.package_rules import check_package
from contracts.media.outputs import MediaOutput, make_output
from contracts.nightly.faults.servers import free_port
from contracts.nightly.media.live import measure_live
from contracts.nightly.media.live_cases import LiveCase
from contracts.nightly.media.players import check_players
from contracts.nightly.media.shaka import ShakaPlayer
from contracts.nightly.media.shaka_checks import check_shaka


@dataclass(frozen=True)
class CaseResult:
    """The measurements of a case. `offset_ms` is the largest delay between flash and beep, in either
    direction.
    """

    name: str
    failures: tuple[str, ...]
    seconds: float = 0.0
    size: str = ""
    rate: float = 0.0
    offset_ms: float = 0.0
    is_copied: bool = False
    real_time_ratio: float = 0.0
    """Seconds of the recording for each second of packaging."""

    @property
    def passed(self) -> bool:
        """Return whether everything is as expected."""
        return not self.failures


def measure_cases(
    cases: Sequence[MediaCase], *, players: Sequence[str] = (), shaka_player: ShakaPlayer | None = None
) -> Iterator[CaseResult]:
    """Yield a row for each case. The output is also downloaded by `players` and played by `shaka_player`."""
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="media-") as folder:
            yield measure_case(case, Path(folder), players, shaka_player)


def measure_streams(cases: Sequence[LiveCase]) -> Iterator[CaseResult]:
    """Yield a row for each live stream."""
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="media-") as folder:
            yield CaseResult(f"live: {case.name}", tuple(measure_live(case, Path(folder), free_port())))


def measure_case(
    case: MediaCase, folder: Path, players: Sequence[str] = (), shaka_player: ShakaPlayer | None = None
) -> CaseResult:
    """Make the source of a case in a folder, and measure the output."""
    (folder / "source").mkdir()
    sources = case.make_source(folder / "source")
    try:
        output = make_output(sources, folder)
        failures_found = check_output(case.expected, output)
        if output.package is not None:
            has_audio = bool(case.expected.audible_ranges)
            failures_found += [
                str(violation) for violation in check_package(output.folder, has_audio=has_audio)
            ]
            failures_found += check_players(players, output.folder, output.largest, folder)
            failures_found += check_shaka(shaka_player, case.expected, output) if shaka_player else ()
    except Exception as error:  # a traceback of the product counts as a failure
        return CaseResult(case.name, (f"{type(error).__name__}: {error}",))
    return _build_result(case, output, failures_found)


def _build_result(case: MediaCase, output: MediaOutput, failures_found: Sequence[str]) -> CaseResult:
    if output.package is None:
        return CaseResult(case.name, tuple(failures_found))
    offsets = [abs(offset) for stream in output.renditions.values() for _, offset in stream.av_offsets()]
    largest = output.largest
    return CaseResult(
        name=case.name,
        failures=tuple(failures_found),
        seconds=round(largest.duration, 3),
        size="{}x{}".format(*largest.sizes[-1]),
        rate=round(largest.frame_rate, 3),
        offset_ms=round(max(offsets, default=0.0), 1),
        is_copied=output.copied_share > 0.95,
        real_time_ratio=round(largest.duration / max(0.001, output.processing_seconds), 1),
    )
