"""The faults: how each is done and undone, on which deployment, by what it is seen that it was done, and what
visitors may see of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Thread

import psutil

from contracts.nightly.faults.deployment import Deployment
from contracts.nightly.faults.request_log import PLAYBACK, pluralize
from contracts.nightly.faults.servers import MissingDependencyError
from contracts.nightly.faults.virtual_users import VirtualUsers

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
    """`find_evidence` says by what it is seen that it was really done; an empty text: by nothing.
    `min_playback_share` is the share of the time in which segments come, at least; `allows_disconnects`
    whether a connection may break without a word; `max_live_pause` how long the live picture may stand
    still."""

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
    """Gone in the middle of everything."""
    assert deployment.database
    deployment.database.kill()


def start_database(deployment: Deployment) -> None:
    """There again."""
    assert deployment.database
    deployment.database.start()


def freeze_database(deployment: Deployment) -> None:
    """Connected, and silent."""
    assert deployment.database
    deployment.database.freeze()


def thaw_database(deployment: Deployment) -> None:
    """Goes on."""
    assert deployment.database
    deployment.database.thaw()


def stop_queue(deployment: Deployment) -> None:
    """Gone."""
    assert deployment.queue
    deployment.queue.kill()


def start_queue(deployment: Deployment) -> None:
    """There again."""
    assert deployment.queue
    deployment.queue.start()


def freeze_queue(deployment: Deployment) -> None:
    """Connected, and silent."""
    assert deployment.queue
    deployment.queue.freeze()


def thaw_queue(deployment: Deployment) -> None:
    """Goes on."""
    assert deployment.queue
    deployment.queue.thaw()


def lock_sqlite(deployment: Deployment) -> None:
    """Somebody else writes, and does not come to an end."""
    assert deployment.locked_database
    deployment.locked_database.lock()


def unlock_sqlite(deployment: Deployment) -> None:
    """They have come to it."""
    assert deployment.locked_database
    deployment.locked_database.unlock()


def fill_disk(deployment: Deployment) -> None:
    """Not a byte is left; `Missing` where there is no disk to be filled."""
    if deployment.disk is None:
        raise MissingDependencyError("a disk of its own may not be mounted here (it takes root)")
    deployment.disk.fill()


def empty_disk(deployment: Deployment) -> None:
    """There is room again."""
    assert deployment.disk
    deployment.disk.empty()


def fail_payments(deployment: Deployment) -> None:
    """No call of the payment service is done or answered."""
    deployment.request_stripe("/_control/fail", next=10_000, how="timeout", seconds=6)


def delay_payments(deployment: Deployment) -> None:
    """Charges are made, and their answers are lost."""
    deployment.request_stripe(
        "/_control/fail", next=10_000, how="after", seconds=6, only="POST /v1/subscriptions"
    )


def restore_payments(deployment: Deployment) -> None:
    """As always."""
    deployment.request_stripe("/_control/fail", next=0)


class ProcessKiller:
    """Kills (SIGKILL) one process of the deployment after the other, by chance."""

    def __init__(self, seed: int = 8) -> None:
        self._random = random.Random(seed)  # noqa: S311
        self._stopped = Event()
        self._thread: Thread | None = None
        self.killed: Counter[str] = Counter()

    def start(self, deployment: Deployment) -> None:
        """From now on."""
        self._stopped.clear()
        self.killed.clear()
        self._thread = Thread(target=self._kill_processes, args=(deployment,), daemon=True)
        self._thread.start()

    def stop(self, _deployment: Deployment) -> None:
        """No more."""
        self._stopped.set()
        if self._thread:
            self._thread.join()

    def find_evidence(
        self, _deployment: Deployment, _virtual_users: VirtualUsers, _time_span: TimeSpan
    ) -> str:
        """How many of each; nothing while one that the fault names was spared."""
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
        """One of all; after some kills one of those that chance has spared."""
        if self.killed.total() < _RANDOM_KILLS:
            return programs
        return [one for one in programs if not self.killed[identify_process(one)]] or programs


def identify_process(process: psutil.Process) -> str:
    """Of those that `touchline run` starts."""
    command_line = " ".join(process.cmdline())
    return next((name for name, marker in _PROCESS_MARKERS.items() if marker in command_line), "another")


@contextmanager
def _ignore_missing_process() -> Iterator[None]:
    try:
        yield
    except psutil.NoSuchProcess:
        return


def set_clock_ahead(deployment: Deployment) -> None:
    """Two hours ahead."""
    deployment.set_clock_offset(CLOCK_AHEAD_SECONDS)


def reset_clock(deployment: Deployment) -> None:
    """As that of the machine."""
    deployment.set_clock_offset(0)


def set_clock_behind(deployment: Deployment) -> None:
    """Ten minutes behind."""
    deployment.set_clock_offset(CLOCK_BEHIND_SECONDS)


def find_refusals(_deployment: Deployment, virtual_users: VirtualUsers, time_span: TimeSpan) -> str:
    """Visitors were told that it is not possible now."""
    count = sum(one.status == _UNAVAILABLE_STATUS for one in virtual_users.request_log.between(*time_span))
    return f"{pluralize(count, 'call')} refused" if count else ""


def find_slow_files(_deployment: Deployment, virtual_users: VirtualUsers, time_span: TimeSpan) -> str:
    """No segment came sooner than a file is opened."""
    quickest = min(
        (one.seconds for one in virtual_users.request_log.between(*time_span, PLAYBACK)), default=0.0
    )
    return f"no segment in less than {quickest:.1f} s" if quickest >= SLOW_FILE_SECONDS else ""


def find_rejected_emails(deployment: Deployment, _virtual_users: VirtualUsers, _time_span: TimeSpan) -> str:
    """The mail server said no."""
    return (
        f"{pluralize(deployment.mail_server.rejected_count, 'letter')} refused"
        if deployment.mail_server.rejected_count
        else ""
    )


def find_lost_calls(deployment: Deployment, _virtual_users: VirtualUsers, _time_span: TimeSpan) -> str:
    """The payment service did not answer so often."""
    count = deployment.request_stripe("/_control/state")["went_wrong"]
    return f"{pluralize(count, 'call')} without an answer" if count else ""


def find_wrong_times(_deployment: Deployment, virtual_users: VirtualUsers, _time_span: TimeSpan) -> str:
    """Accounts that were made at another time than it was."""
    offset = max((journey.clock_offset for journey in virtual_users.journeys), key=abs, default=0.0)
    count = sum(abs(journey.clock_offset) > -CLOCK_BEHIND_SECONDS / 2 for journey in virtual_users.journeys)
    return f"{pluralize(count, 'account')} made {offset:+.0f} s off" if count else ""


def define_faults() -> Iterator[Fault]:
    """All of them, in their order."""
    yield Fault(
        "database", "The database is gone", stop_database, start_database, find_refusals, max_live_pause=16
    )
    yield Fault(
        "database-silent",
        "The database does not answer",
        freeze_database,
        thaw_database,
        find_refusals,
        max_live_pause=16,
    )
    yield Fault("queue", "Redis is gone", stop_queue, start_queue, find_refusals)
    yield Fault("queue-silent", "Redis does not answer", freeze_queue, thaw_queue, find_refusals)
    yield Fault(
        "storage",
        "Storage is slow: half a second a file",
        lambda on: on.delay_media_files(SLOW_FILE_SECONDS),
        lambda on: on.delay_media_files(0),
        find_slow_files,
    )
    yield Fault(
        "mail",
        "The mail server refuses",
        lambda on: on.mail_server.start_rejecting(),
        lambda on: on.mail_server.stop_rejecting(),
        find_rejected_emails,
    )
    yield Fault(
        "payments",
        "The payment service does not answer",
        fail_payments,
        restore_payments,
        find_lost_calls,
        duration=20,
    )
    yield Fault(
        "payments-late",
        "It charges, and its answers are lost",
        delay_payments,
        restore_payments,
        find_lost_calls,
        duration=20,
    )
    yield _define_kill_fault("killed", "Web, workers and ingest are killed by chance", POSTGRES)
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
        "Somebody else writes into SQLite",
        lock_sqlite,
        unlock_sqlite,
        find_refusals,
        deployment_kind=SQLITE,
    )
    yield _define_kill_fault("killed-sqlite", "They are killed beside SQLite", SQLITE)
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
