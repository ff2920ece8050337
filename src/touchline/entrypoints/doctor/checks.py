"""Checks of `touchline doctor` for this deployment. Each check yields results, and a failed result says how
to fix the problem.
"""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from touchline.entrypoints.backups.backup import LAST_BACKUP_FILE
from touchline.entrypoints.backups.var_files import SECRET_FILE
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.worker import QUEUES
from touchline.platform.db import migrations
from touchline.platform.db.server_clock import get_server_time

ROOT = Path(__file__).resolve().parents[4]
TIMEOUT_SECONDS = 10
CLOCK_WARNING_SECONDS, CLOCK_ERROR_SECONDS = 2.0, 60.0
LOW_DISK_BYTES, CRITICAL_DISK_BYTES = 5_000_000_000, 500_000_000
MAX_BACKUP_AGE, MAX_GEO_DATABASE_AGE = timedelta(days=8), timedelta(days=60)
MIN_SECRET_LENGTH = 32
_LOCAL_ONLY_NOTE = "channels are reached from this machine alone"
_PINNED_PACKAGE = re.compile(r"^([A-Za-z0-9._-]+)==(\S+?)(?: ;.*)? \\?$", re.MULTILINE)


class CheckStatus(StrEnum):
    """The outcome of a check."""

    FINE = "fine"
    WEAK = "weak"
    BROKEN = "broken"


@dataclass(frozen=True)
class CheckResult:
    """The result of one check: status, message and fix.

    `always_shown`: show the message even if the check passes.
    """

    subject: str
    status: CheckStatus
    message: str
    fix: str = ""
    always_shown: bool = False


Check = Callable[[Application], Iterator[CheckResult]]


def ok(subject: str, message: str, *, always_shown: bool = False) -> CheckResult:
    """Return a passed result."""
    return CheckResult(subject, CheckStatus.FINE, message, always_shown=always_shown)


def warn(subject: str, message: str, fix: str) -> CheckResult:
    """Return a warning: the subject works now but may fail later."""
    return CheckResult(subject, CheckStatus.WEAK, message, fix)


def fail(subject: str, message: str, fix: str) -> CheckResult:
    """Return a failure: the subject does not work now."""
    return CheckResult(subject, CheckStatus.BROKEN, message, fix)


def versions(application: Application) -> Iterator[CheckResult]:
    """Check the versions of Python, this release, the locked packages, the web app and ffmpeg."""
    yield ok(
        "versions",
        f"Touchline {application.settings.release}, Python {'.'.join(map(str, sys.version_info[:3]))}.",
    )
    mismatches = _find_package_mismatches(ROOT / "requirements.lock")
    if mismatches:
        mismatch_list = ", ".join(mismatches[:5]) + (" …" if len(mismatches) > 5 else "")
        yield warn("packages", f"Not as in requirements.lock: {mismatch_list}.", "Run: make setup")
    if (ROOT / "web").is_dir() and not (ROOT / "web/dist/index.html").is_file():
        yield fail("page", "There is no web/dist/index.html.", "Run: make web")
    yield from _check_ffmpeg()


def database(application: Application) -> Iterator[CheckResult]:
    """Check that the database responds and has this release's schema revision."""
    engine = application.container.database().engine
    fix = "Start it, or mend TOUCHLINE_DATABASE_URL; see: touchline config DATABASE_URL"
    try:
        revision = migrations.current_revision(engine)
    except Exception as error:
        yield fail("database", f"It does not answer ({type(error).__name__}).", fix)
        return
    (head,) = migrations.list_heads()
    if revision is None:
        yield fail("database", "It is empty.", "Run: touchline db upgrade")
    elif revision == head:
        yield ok("database", f"{engine.dialect.name}, at {revision}.")
    elif migrations.revision_exists(revision):
        yield fail(
            "database", f"It is at {revision}, this release wants {head}.", "Run: touchline db upgrade"
        )
    else:
        yield warn(
            "database",
            f"It is at {revision}, which a newer release made.",
            "That is right while machines are upgraded one by one; else upgrade this one.",
        )


def queue(application: Application) -> Iterator[CheckResult]:
    """Check that Redis responds and does not evict keys, that each queue has a worker, and that no job has
    failed or is stuck.
    """
    job_admin = application.adapters.job_admin()
    if job_admin is None:
        yield warn("queue", "Jobs are done at once by whoever asks.", "Set TOUCHLINE_QUEUE=rq")
        return
    try:
        workers, failed_jobs, counts = job_admin.workers(), job_admin.failed_jobs(), job_admin.counts()
    except OSError:
        yield fail("queue", "It does not answer.", "Start it, or mend TOUCHLINE_REDIS_URL.")
        return
    yield ok("queue", f"It answers; {sum(one.waiting for one in counts)} jobs wait.")
    yield from _check_queue_memory(application)
    unserved_queues = [name for name in QUEUES if not any(name in worker.queues for worker in workers)]
    if unserved_queues:
        yield fail(
            "workers",
            f"Nobody works on {', '.join(unserved_queues)}.",
            "Start: touchline worker --queue " + unserved_queues[0],
        )
    else:
        yield ok("workers", f"{len(workers)} work.")
    if failed_jobs:
        yield warn(
            "jobs",
            f"{len(failed_jobs)} failed for good, the last one {failed_jobs[0].name}.",
            "See: touchline jobs list, then touchline jobs show KEY, retry or drop",
        )
    overdue = application.container.outbox().count_overdue()
    if overdue:
        yield fail(
            "outbox",
            f"{overdue} events and jobs wait for more than 20 minutes.",
            "Start a worker; if one runs, its log says what stops it.",
        )


def clock(application: Application) -> Iterator[CheckResult]:
    """Compare this machine's clock with the database's, or with the queue's if the database has no clock."""
    reference, reference_time = "the database", get_server_time(application.container.database())
    if reference_time is None and application.settings.queue == "rq":
        reference = "the queue"
        seconds, microseconds = application.adapters.queue().connection.time()
        reference_time = datetime.fromtimestamp(seconds + microseconds / 1e6, UTC)
    if reference_time is None:
        return
    skew_seconds = (datetime.now(UTC) - reference_time).total_seconds()
    message = f"{abs(skew_seconds):.1f} s {'after' if skew_seconds < 0 else 'before'} {reference}'s."
    fix = "Set the clocks of all machines by NTP (systemd-timesyncd, chrony)."
    if abs(skew_seconds) < CLOCK_WARNING_SECONDS:
        yield ok("clock", f"As {reference}'s.")
    else:
        yield (fail if abs(skew_seconds) > CLOCK_ERROR_SECONDS else warn)("clock", message, fix)


def storage(application: Application) -> Iterator[CheckResult]:
    """Check storage, files, the GeoIP database, mail and analytics, and the free disk space."""
    checks: Any = {**application.container.readiness_checks(), **application.container.optional_checks()}
    fixes = {
        "storage": "Give this user the right to write there, or mend TOUCHLINE_STORAGE's settings.",
        "files": "Give this user the right to write into var/files.",
        "geo": "Mend TOUCHLINE_GEO_DATABASE; see: touchline config GEO_DATABASE",
        "mail": "Mend the TOUCHLINE_SMTP_… settings; letters wait meanwhile.",
        "analytics": "Start it, or mend TOUCHLINE_CLICKHOUSE_URL; counts wait meanwhile.",
    }
    for name, fix in fixes.items():
        try:
            checks[name]()
        except Exception as error:
            report = warn if name in ("mail", "analytics") else fail
            yield report(name, f"It does not answer ({type(error).__name__}).", fix)
        else:
            yield ok(name, "It answers.")
    free = shutil.disk_usage(application.settings.var).free
    message = f"{free / 1e9:.1f} GB are free in {application.settings.var}."
    if free < LOW_DISK_BYTES:
        fix = "Make room, or move var: clips, live streams and counts need it."
        yield (fail if free < CRITICAL_DISK_BYTES else warn)("disk", message, fix)
    else:
        yield ok("disk", message)


def secrets(application: Application) -> Iterator[CheckResult]:
    """Check that the secret key is private and long enough."""
    settings, path = application.settings, application.settings.var / SECRET_FILE
    if settings.secret_key and len(settings.secret_key) < MIN_SECRET_LENGTH:
        yield warn(
            "secret key",
            f"It has {len(settings.secret_key)} characters.",
            "Set one of 64: openssl rand -hex 32. Links and second factors made with the old one end.",
        )
    if not settings.secret_key and path.is_file() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield fail("secret key", "Others on this machine may read it.", f"Run: chmod 600 {path}")
    elif not settings.secret_key and settings.database_url and settings.redis_url:
        yield warn(
            "secret key",
            "It lies in var, and other machines would make their own.",
            "Set TOUCHLINE_SECRET_KEY to the same on all machines.",
        )
    else:
        yield ok("secret key", "Nobody else reads it.")


def mail(application: Application) -> Iterator[CheckResult]:
    """Check that emails are delivered."""
    if application.settings.mail != "outbox" or application.settings.development:
        return
    if is_local_only(application):
        yield ok("letters", f"They are kept in var/outbox; {_LOCAL_ONLY_NOTE}.")
    else:
        yield warn("letters", "They are kept in var/outbox and reach nobody.", "Set TOUCHLINE_MAIL=smtp")


def geo_database(application: Application) -> Iterator[CheckResult]:
    """Check that the GeoIP database is not too old."""
    if application.settings.geo != "maxmind":
        return
    import maxminddb

    with maxminddb.open_database(application.settings.geo_database_path) as reader:
        built_at = datetime.fromtimestamp(reader.metadata().build_epoch, UTC)
    age = datetime.now(UTC) - built_at
    if age > MAX_GEO_DATABASE_AGE:
        yield warn(
            "countries", f"The database is {age.days} days old.", "Fetch a new one; put it there by mv."
        )
    else:
        yield ok("countries", f"The database is {age.days} days old.")


def backups(application: Application) -> Iterator[CheckResult]:
    """Check that a backup exists and is recent."""
    path = application.settings.var / LAST_BACKUP_FILE
    if not path.is_file():
        if is_local_only(application):
            yield ok("backup", f"This machine made none; {_LOCAL_ONLY_NOTE}.")
        else:
            yield warn("backup", "This machine made none.", "Run daily: touchline backup FOLDER")
        return
    age = datetime.now(UTC) - datetime.fromtimestamp(path.stat().st_mtime, UTC)
    message = f"The last one was made {age.days} days ago." if age.days else "The last one is of today."
    if age > MAX_BACKUP_AGE:
        yield warn("backup", message, "See why the timer stopped, and run: touchline backup FOLDER")
    else:
        yield ok("backup", message)


def is_local_only(application: Application) -> bool:
    """Return whether all channels are reachable only from this machine, like the demo's."""
    with application.container.database().transaction(None, unscoped=True):
        channels = application.container.channel.facade().list_channels()
    names = [name for channel in channels for name in channel.domains]
    return bool(names) and all(name.endswith("localhost") or name.startswith("127.") for name in names)


def _check_queue_memory(application: Application) -> Iterator[CheckResult]:
    """Check that Redis does not evict keys, and with them jobs, when it runs out of memory.

    Passes if Redis does not allow reading its configuration.
    """
    try:
        found = application.adapters.queue().connection.config_get("maxmemory-policy")
    except Exception:
        return
    policy = found.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield warn("queue", f"It may forget jobs ({policy}).", "Set maxmemory-policy noeviction in Redis.")


def _check_ffmpeg() -> Iterator[CheckResult]:
    import imageio_ffmpeg

    try:
        program = imageio_ffmpeg.get_ffmpeg_exe()
        message = subprocess.run(
            [program, "-version"], capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True
        ).stdout
    except (RuntimeError, OSError, subprocess.SubprocessError):
        yield fail("ffmpeg", "It does not start: no stream and no clip is made.", "Run: make setup")
    else:
        yield ok("ffmpeg", " ".join(message.split()[:3]) + ".")


def _find_package_mismatches(lock: Path) -> list[str]:
    """List packages whose installed version differs from the lock file.

    Missing packages are ignored: they belong to other platforms or to tests.
    """
    pinned_versions: dict[str, list[str]] = {}  # a lock file can pin one version per Python version
    for name, pinned in _PINNED_PACKAGE.findall(lock.read_text("utf-8") if lock.is_file() else ""):
        pinned_versions.setdefault(name, []).append(pinned)
    found = []
    for name, versions in pinned_versions.items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue
        if installed not in versions:
            found.append(f"{name} {installed} instead of {' or '.join(versions)}")
    return found


def results_as_json(results: list[CheckResult], worst: CheckStatus) -> str:
    """Return the results as JSON for other programs."""
    rows = [
        {"part": one.subject, "state": str(one.status), "said": one.message, "mend": one.fix}
        for one in results
    ]
    return json.dumps({"state": str(worst), "findings": rows}, indent=2)
