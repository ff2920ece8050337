"""The faults: how to inject and undo each, on which deployment, the evidence, and the effects allowed for
visitors.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

import psutil

from contracts.nightly.faults.deployment import Deployment
from contracts.nightly.faults.request_log import PLAYBACK, pluralize
from contracts.nightly.faults.servers import MissingDependencyError
from contracts.nightly.faults.virtual_users import VirtualUsers
from touchline.platform.throttle import LOCAL_COUNT_WARNING

_KILL_INTERVAL_SECONDS = 3.0
_RANDOM_KILLS = 6
_UNAVAILABLE_STATUS = 503
_PROCESS_MARKERS = {"web": "granian", "ingest": "entrypoints.ingest", "worker": "worker"}
POSTGRES, SQLITE = "PostgreSQL and Redis", "SQLite"
DEFAULT_DURATION_SECONDS = 12.0
CLOCK_AHEAD_SECONDS, CLOCK_BEHIND_SECONDS = 7_200, -600
SLOW_FILE_SECONDS = 0.5
FaultAction = Callable[[Deployment], None]
TimeSpan = tuple[float, float]
EvidenceCheck = Callable[[Deployment, VirtualUsers, TimeSpan], str]


@dataclass(frozen=True)
class Fault:
    """A fault.

    `find_evidence` returns evidence that the fault took effect; an empty text means no evidence.
    `min_playback_share` is the minimum share of time in which segments arrive. `allows_disconnects`: whether
    a connection may break without a response. `max_live_pause`: how many seconds the live video may freeze.
    """

    name: str
    description: str
    inject: FaultAction
    recover: FaultAction
    find_evidence: EvidenceCheck
    deployment_kind: str = POSTGRES
    duration: float = DEFAULT_DURATION_SECONDS
    min_playback_share: float = 1.0
    allows_disconnects: bool = False
    max_live_pause: float = 12.0


def stop_database(deployment: Deployment) -> None:
    """Kill the database."""
    assert deployment.database
    deployment.database.kill()


def start_database(deployment: Deployment) -> None:
    """Start the database again."""
    assert deployment.database
    deployment.database.start()


def freeze_database(deployment: Deployment) -> None:
    """Freeze the database: it keeps connections but does not respond."""
    assert deployment.database
    deployment.database.freeze()


def thaw_database(deployment: Deployment) -> None:
    """Let the database continue."""
    assert deployment.database
    deployment.database.thaw()


def stop_queue(deployment: Deployment) -> None:
    """Kill the queue."""
    assert deployment.queue
    deployment.queue.kill()


def start_queue(deployment: Deployment) -> None:
    """Start the queue again."""
    assert deployment.queue
    deployment.queue.start()


def freeze_queue(deployment: Deployment) -> None:
    """Freeze the queue: it keeps connections but does not respond."""
    assert deployment.queue
    deployment.queue.freeze()


def thaw_queue(deployment: Deployment) -> None:
    """Let the queue continue."""
    assert deployment.queue
    deployment.queue.thaw()


def lock_sqlite(deployment: Deployment) -> None:
    """Hold a write transaction open in SQLite."""
    assert deployment.locked_database
    deployment.locked_database.lock()


def unlock_sqlite(deployment: Deployment) -> None:
    """End the open write transaction."""
    assert deployment.locked_database
    deployment.locked_database.unlock()


def fill_disk(deployment: Deployment) -> None:
    """Fill the disk to the last byte. Raises `MissingDependencyError` if there is no disk to fill."""
    if deployment.disk is None:
        raise MissingDependencyError("mounting a separate disk requires root")
    deployment.disk.fill()


def empty_disk(deployment: Deployment) -> None:
    """Free the disk space."""
    assert deployment.disk
    deployment.disk.empty()


def fail_payments(deployment: Deployment) -> None:
    """Make the payment service neither execute calls nor respond to them."""
    deployment.request_stripe("/_control/fail", next=10_000, how="timeout", seconds=6)


def delay_payments(deployment: Deployment) -> None:
    """Make the payment service charge, but lose its responses."""
    deployment.request_stripe(
        "/_control/fail", next=10_000, how="after", seconds=6, only="POST /v1/subscriptions"
    )


def restore_payments(deployment: Deployment) -> None:
    """Restore the payment service."""
    deployment.request_stripe("/_control/fail", next=0)


class ProcessKiller:
    """Kills (SIGKILL) randomly chosen processes of the deployment, one after the other."""

    def __init__(self, seed: int = 8) -> None:
        self._random = random.Random(seed)  # noqa: S311
        self._stopped = Event()
        self._thread: Thread | None = None
        self.killed: Counter[str] = Counter()

    def start(self, deployment: Deployment) -> None:
        """Start killing processes."""
        self._stopped.clear()
        self.killed.clear()
        self._thread = Thread(target=self._kill_processes, args=(deployment,), daemon=True)
        self._thread.start()

    def stop(self, _deployment: Deployment) -> None:
        """Stop killing processes."""
        self._stopped.set()
        if self._thread:
            self._thread.join()

    def find_evidence(
        self, _deployment: Deployment, _virtual_users: VirtualUsers, _time_span: TimeSpan
    ) -> str:
        """Return the kill count of each program, or "" if one of the fault's programs was never killed."""
        if _PROCESS_MARKERS.keys() - self.killed.keys():
            return ""
        return ", ".join(f"{count} × {name}" for name, count in sorted(self.killed.items()))

    def _kill_processes(self, deployment: Deployment) -> None:
        while not self._stopped.wait(_KILL_INTERVAL_SECONDS):
            with _ignore_missing_process():
                process = self._random.choice(self._choose_candidates(deployment.list_programs()))
                target = self._random.choice([process, *process.children(recursive=True)])
                name = identify_process(process)
                target.kill()
                self.killed[name] += 1

    def _choose_candidates(self, programs: list[psutil.Process]) -> list[psutil.Process]:
        """Return the candidates: all programs at first, after some kills only those not killed yet."""
        if self.killed.total() < _RANDOM_KILLS:
            return programs
        return [program for program in programs if not self.killed[identify_process(program)]] or programs


def identify_process(process: psutil.Process) -> str:
    """Return the program's name among those that `touchline run` starts."""
    command_line = " ".join(process.cmdline())
    return next((name for name, marker in _PROCESS_MARKERS.items() if marker in command_line), "other")


@contextmanager
def _ignore_missing_process() -> Iterator[None]:
    try:
        yield
    except psutil.NoSuchProcess:
        return


def set_clock_ahead(deployment: Deployment) -> None:
    """Set the clock two hours ahead."""
    deployment.set_clock_offset(CLOCK_AHEAD_SECONDS)


def reset_clock(deployment: Deployment) -> None:
    """Set the clock to the machine's time."""
    deployment.set_clock_offset(0)


def set_clock_behind(deployment: Deployment) -> None:
    """Set the clock ten minutes behind."""
    deployment.set_clock_offset(CLOCK_BEHIND_SECONDS)


def find_refusals(_deployment: Deployment, virtual_users: VirtualUsers, time_span: TimeSpan) -> str:
    """Return evidence that visitors were refused with a retryable status."""
    count = sum(
        response.status == _UNAVAILABLE_STATUS for response in virtual_users.request_log.between(*time_span)
    )
    return f"{pluralize(count, 'call')} refused" if count else ""


def find_local_limits(deployment: Deployment, _virtual_users: VirtualUsers, time_span: TimeSpan) -> str:
    """Return evidence that processes counted rate limits alone, because Redis was unavailable."""
    started_at = datetime.now(UTC) - timedelta(seconds=time.monotonic() - time_span[0])
    count = sum(
        LOCAL_COUNT_WARNING in line and line >= f"{started_at:%Y-%m-%dT%H:%M:%S}"
        for path in (deployment.var / "log").glob("*.log")
        for line in path.read_text("utf-8").splitlines()
    )
    return f"{pluralize(count, 'warning')} that limits were counted alone" if count else ""


def find_slow_files(_deployment: Deployment, virtual_users: VirtualUsers, time_span: TimeSpan) -> str:
    """Return evidence that no segment arrived sooner than a slow file opens."""
    quickest = min(
        (response.seconds for response in virtual_users.request_log.between(*time_span, PLAYBACK)),
        default=0.0,
    )
    return f"no segment in less than {quickest:.1f} s" if quickest >= SLOW_FILE_SECONDS else ""


def find_rejected_emails(deployment: Deployment, _virtual_users: VirtualUsers, _time_span: TimeSpan) -> str:
    """Return evidence that the mail server rejected emails."""
    return (
        f"{pluralize(deployment.mail_server.rejected_count, 'email')} rejected"
        if deployment.mail_server.rejected_count
        else ""
    )


def find_lost_calls(deployment: Deployment, _virtual_users: VirtualUsers, _time_span: TimeSpan) -> str:
    """Return evidence of how often the payment service did not respond."""
    count = deployment.request_stripe("/_control/state")["went_wrong"]
    return f"{pluralize(count, 'call')} without a response" if count else ""


def find_wrong_times(_deployment: Deployment, virtual_users: VirtualUsers, _time_span: TimeSpan) -> str:
    """Return evidence of accounts with a wrong creation time."""
    offset = max((journey.clock_offset for journey in virtual_users.journeys), key=abs, default=0.0)
    count = sum(abs(journey.clock_offset) > -CLOCK_BEHIND_SECONDS / 2 for journey in virtual_users.journeys)
    return f"{pluralize(count, 'account')} created {offset:+.0f} s off" if count else ""


def define_faults() -> Iterator[Fault]:
    """Yield all faults in order."""
    yield Fault(
        "database", "The database is stopped", stop_database, start_database, find_refusals, max_live_pause=16
    )
    yield Fault(
        "database-silent",
        "The database does not respond",
        freeze_database,
        thaw_database,
        find_refusals,
        max_live_pause=16,
    )
    yield Fault("queue", "Redis is stopped", stop_queue, start_queue, find_local_limits)
    yield Fault("queue-silent", "Redis does not respond", freeze_queue, thaw_queue, find_local_limits)
    yield Fault(
        "storage",
        "Storage is slow: half a second per file",
        lambda deployment: deployment.delay_media_files(SLOW_FILE_SECONDS),
        lambda deployment: deployment.delay_media_files(0),
        find_slow_files,
    )
    yield Fault(
        "mail",
        "The mail server rejects emails",
        lambda deployment: deployment.mail_server.start_rejecting(),
        lambda deployment: deployment.mail_server.stop_rejecting(),
        find_rejected_emails,
    )
    yield Fault(
        "payments",
        "The payment service does not respond",
        fail_payments,
        restore_payments,
        find_lost_calls,
        duration=20,
    )
    yield Fault(
        "payments-late",
        "The payment service charges, and its responses are lost",
        delay_payments,
        restore_payments,
        find_lost_calls,
        duration=20,
    )
    yield _define_kill_fault("killed", "Web, worker and ingest processes are killed at random", POSTGRES)
    yield Fault(
        "clock-ahead",
        "The clock jumps two hours ahead, and back",
        set_clock_ahead,
        reset_clock,
        find_wrong_times,
        duration=20,
    )
    yield Fault(
        "clock-behind",
        "The clock falls ten minutes behind",
        set_clock_behind,
        reset_clock,
        find_wrong_times,
        duration=20,
    )
    yield Fault(
        "locked",
        "Another program writes to SQLite",
        lock_sqlite,
        unlock_sqlite,
        find_refusals,
        deployment_kind=SQLITE,
    )
    yield _define_kill_fault("killed-sqlite", "The processes are killed at random, with SQLite", SQLITE)
    yield Fault(
        "disk",
        "The disk is full",
        fill_disk,
        empty_disk,
        find_refusals,
        deployment_kind=SQLITE,
        max_live_pause=20,
    )


def _define_kill_fault(name: str, description: str, deployment_kind: str) -> Fault:
    killer = ProcessKiller()
    return Fault(
        name,
        description,
        killer.start,
        killer.stop,
        killer.find_evidence,
        deployment_kind=deployment_kind,
        duration=30,
        min_playback_share=0.8,
        allows_disconnects=True,
        max_live_pause=60,
    )


FAULTS = tuple(define_faults())
