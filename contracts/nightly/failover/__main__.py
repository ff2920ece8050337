"""`python -m contracts.nightly.failover`: let the primary encoder fail, and measure what viewers miss.

Encoders are stopped (SIGSTOP) and killed in turn. The dark time is how long a player that stays two segments
behind has no picture. The wait is the time from the failure to the first new segment. The hole is the time
that the recording lacks.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from contracts.nightly.failover.player import CountingPlayer
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_playlists import LivePlaylist, parse_playlist
from touchline.entrypoints.tests.media.ingest_scenario import IngestScenario, find_free_port

MAX_DARK_SECONDS = 5.0
_TICK_SECONDS = 0.1
_TIMEOUT_SECONDS = 120.0
_HEALTHY_SEGMENTS = 5


@dataclass(frozen=True)
class Failure:
    """What one failure of the primary encoder meant, in seconds."""

    kind: str
    dark: float
    wait: float
    hole: float


class Measurement:
    """A deployment with two encoders, and a player that watches it."""

    def __init__(self, folder: Path) -> None:
        self._scenario = IngestScenario(folder, find_free_port())
        self._player = CountingPlayer(self._read)
        self._pause = threading.Event()

    def run(self, count: int) -> list[Failure]:
        """Let the primary fail `count` times. Returns what each failure meant."""
        scenario = self._scenario
        try:
            scenario.create_stream_key()
            scenario.start_ingest()
            scenario.wait_until(lambda: scenario.stream().session_count > 1)
            primary = scenario.start_encoder()
            scenario.start_encoder(slot=EncoderSlot.BACKUP)
            failures = []
            for number in range(count):
                self._play_until_primary(2 * number + 1)
                kind = "stopped" if number % 2 == 0 else "killed"
                failures.append(self._fail(primary, kind))
                if kind == "stopped":
                    primary.resume()
                else:
                    primary.wait()
                    primary = scenario.start_encoder()
            return failures
        finally:
            scenario.close()

    def _fail(self, primary: psutil.Popen, kind: str) -> Failure:
        runs, dark_before = len(self._read().list_runs()), self._player.stalled_seconds
        failed_at = time.monotonic()
        if kind == "stopped":
            primary.suspend()
        else:
            primary.kill()
        playlist = self._play_until(lambda playlist: len(playlist.list_runs()) > runs)
        wait = time.monotonic() - failed_at
        self._play_until(lambda playlist: len(playlist.list_runs()[-1]) >= _HEALTHY_SEGMENTS)
        before, after = playlist.list_runs()[-2:]
        hole = (after[0].starts_at - before[-1].ends_at).total_seconds()
        return Failure(kind, round(self._player.stalled_seconds - dark_before, 2), round(wait, 2), hole)

    def _play_until_primary(self, run_count: int) -> None:
        """Wait until viewers have had some segments of the primary, in this run of the playlist."""
        self._play_until(
            lambda playlist: (
                self._scenario.stream().on_air is EncoderSlot.PRIMARY
                and len(playlist.list_runs()) == run_count
                and len(playlist.list_runs()[-1]) >= _HEALTHY_SEGMENTS
            )
        )

    def _play_until(self, condition: Callable[[LivePlaylist], bool]) -> LivePlaylist:
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            playlist = self._player.tick(time.monotonic())
            if condition(playlist):
                return playlist
            self._pause.wait(_TICK_SECONDS)
        raise TimeoutError(f"the stream did not go on: {self._scenario.stream()}")

    def _read(self) -> LivePlaylist:
        return parse_playlist(self._scenario.playlist())


def get_percentile(values: list[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    """Measure and print a table, or JSON. Return 1 if the dark time or a hole is too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="How often the primary fails. Default: 20.")
    parser.add_argument("--json", action="store_true", help="Print JSON.")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="touchline-failover-") as folder:
        failures = Measurement(Path(folder)).run(arguments.count)
    columns = {name: [getattr(failure, name) for failure in failures] for name in ("dark", "wait", "hole")}
    summary = {
        name: {
            "p50": round(statistics.median(values), 2),
            "p95": round(get_percentile(values, 0.95), 2),
            "max": round(max(values), 2),
        }
        for name, values in columns.items()
    }
    if arguments.json:
        result = {"failures": [asdict(failure) for failure in failures], "summary": summary, "load": load}
        _write(json.dumps(result, indent=1))
    else:
        _write(f"{len(failures)} failures of the primary encoder (load {load:.1f})")
        for name, figures in summary.items():
            _write(f"{name:<6}" + "  ".join(f"{key} {value:6.2f} s" for key, value in figures.items()))
    is_good = summary["dark"]["p95"] <= MAX_DARK_SECONDS and summary["hole"]["max"] <= MAX_DARK_SECONDS
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
