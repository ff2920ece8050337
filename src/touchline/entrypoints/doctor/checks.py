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
_LOCAL_ONLY_NOTE = "all channels use local host names"
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
        yield warn(
            "packages",
            f"Installed versions differ from requirements.lock: {mismatch_list}.",
            "Run: make setup",
        )
    if (ROOT / "web").is_dir() and not (ROOT / "web/dist/index.html").is_file():
        yield fail("page", "web/dist/index.html is missing.", "Run: make web")
    yield from _check_ffmpeg()


def database(application: Application) -> Iterator[CheckResult]:
    """Check that the database responds and has this release's schema revision."""
    engine = application.container.database().engine
    fix = "Start the database, or fix TOUCHLINE_DATABASE_URL. See: touchline settings show DATABASE_URL"
    try:
        revision = migrations.current_revision(engine)
    except Exception as error:
        yield fail("database", f"The database does not respond ({type(error).__name__}).", fix)
        return
    (head,) = migrations.list_heads()
    if revision is None:
        yield fail("database", "The database is empty.", "Run: touchline databases upgrade")
    elif revision == head:
        yield ok("database", f"{engine.dialect.name}, revision {revision}.")
    elif migrations.revision_exists(revision):
        yield fail(
            "database",
            f"The database is at revision {revision}. This release needs {head}.",
            "Run: touchline databases upgrade",
        )
    else:
        yield warn(
            "database",
            f"The database is at revision {revision}, from a newer release.",
            "This is expected during a rolling upgrade. Otherwise, upgrade this machine.",
        )


def queue(application: Application) -> Iterator[CheckResult]:
    """Check that Redis responds and does not evict keys, that each queue has a worker, and that no job has
    failed or is stuck.
    """
    job_admin = application.adapters.job_admin()
    if job_admin is None:
        yield warn("queue", "Each process runs its jobs immediately.", "Set TOUCHLINE_QUEUE=rq")
        return
    try:
        workers, failed_jobs, counts = (
            job_admin.list_workers(),
            job_admin.list_failed_jobs(),
            job_admin.count_jobs(),
        )
    except OSError:
        yield fail("queue", "The queue does not respond.", "Start Redis, or fix TOUCHLINE_REDIS_URL.")
        return
    yield ok(
        "queue", f"The queue responds. Waiting jobs: {sum(queue_counts.waiting for queue_counts in counts)}."
    )
    yield from _check_queue_memory(application)
    unserved_queues = [name for name in QUEUES if not any(name in worker.queues for worker in workers)]
    if unserved_queues:
        yield fail(
            "workers",
            f"No worker serves {', '.join(unserved_queues)}.",
            "Start: touchline worker --queue " + unserved_queues[0],
        )
    else:
        yield ok("workers", f"Running workers: {len(workers)}.")
    if failed_jobs:
        yield warn(
            "jobs",
            f"{len(failed_jobs)} jobs have failed, most recently {failed_jobs[0].name}.",
            "Run: touchline jobs list. Then run show, retry or delete with the key",
        )
    overdue = application.container.outbox().count_overdue()
    if overdue:
        yield fail(
            "outbox",
            f"{overdue} events and jobs have waited for more than 20 minutes.",
            "Start a worker. If one is running, check its log.",
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
    message = (
        f"The clock is {abs(skew_seconds):.1f} s {'behind' if skew_seconds < 0 else 'ahead of'} "
        f"{reference}'s clock."
    )
    fix = "Synchronize the clocks of all machines with NTP (systemd-timesyncd, chrony)."
    if abs(skew_seconds) < CLOCK_WARNING_SECONDS:
        yield ok("clock", f"The clock agrees with {reference}'s clock.")
    else:
        yield (fail if abs(skew_seconds) > CLOCK_ERROR_SECONDS else warn)("clock", message, fix)


def storage(application: Application) -> Iterator[CheckResult]:
    """Check storage, files, the GeoIP database, mail and analytics, and the free disk space."""
    checks: Any = {**application.container.readiness_checks(), **application.container.optional_checks()}
    fixes = {
        "storage": "Give this user write access to the storage, or fix the storage settings.",
        "files": "Give this user write access to var/files.",
        "geo": "Fix TOUCHLINE_GEO_DATABASE. See: touchline settings show GEO_DATABASE",
        "mail": "Fix the TOUCHLINE_SMTP_… settings. Emails wait until then.",
        "analytics": "Start ClickHouse, or fix TOUCHLINE_CLICKHOUSE_URL. Analytics data waits until then.",
    }
    for name, fix in fixes.items():
        try:
            checks[name]()
        except Exception as error:
            report = warn if name in ("mail", "analytics") else fail
            yield report(name, f"The check failed ({type(error).__name__}).", fix)
        else:
            yield ok(name, "Working.")
    free = shutil.disk_usage(application.settings.var).free
    message = f"{free / 1e9:.1f} GB free in {application.settings.var}."
    if free < LOW_DISK_BYTES:
        fix = "Free some space, or move var to a larger disk. Clips, live streams and analytics need it."
        yield (fail if free < CRITICAL_DISK_BYTES else warn)("disk", message, fix)
    else:
        yield ok("disk", message)


def secrets(application: Application) -> Iterator[CheckResult]:
    """Check that the secret key is private and long enough."""
    settings, path = application.settings, application.settings.var / SECRET_FILE
    if settings.secret_key and len(settings.secret_key) < MIN_SECRET_LENGTH:
        yield warn(
            "secret key",
            f"The key has only {len(settings.secret_key)} characters.",
            "Set a key of 64 characters: openssl rand -hex 32. Old links and second factors stop working.",
        )
    if not settings.secret_key and path.is_file() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield fail("secret key", "Other users of this machine can read the key.", f"Run: chmod 600 {path}")
    elif not settings.secret_key and settings.database_url and settings.redis_url:
        yield warn(
            "secret key",
            "The key is in var. Other machines would generate different keys.",
            "Set TOUCHLINE_SECRET_KEY to the same value on all machines.",
        )
    else:
        yield ok("secret key", "Only this user can read the key.")


def mail(application: Application) -> Iterator[CheckResult]:
    """Check that emails are delivered."""
    if application.settings.mail != "outbox" or application.settings.development:
        return
    if is_local_only(application):
        yield ok("email", f"Emails stay in var/outbox; {_LOCAL_ONLY_NOTE}.")
    else:
        yield warn("email", "Emails stay in var/outbox. Nobody receives them.", "Set TOUCHLINE_MAIL=smtp")


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
            "countries",
            f"The database is {age.days} days old.",
            "Download a new one and move it into place with mv.",
        )
    else:
        yield ok("countries", f"The database is {age.days} days old.")


def backups(application: Application) -> Iterator[CheckResult]:
    """Check that a backup exists and is recent."""
    path = application.settings.var / LAST_BACKUP_FILE
    if not path.is_file():
        if is_local_only(application):
            yield ok("backup", f"There is no backup; {_LOCAL_ONLY_NOTE}.")
        else:
            yield warn(
                "backup",
                "There is no backup from this machine.",
                "Run every day: touchline backups create FOLDER",
            )
        return
    age = datetime.now(UTC) - datetime.fromtimestamp(path.stat().st_mtime, UTC)
    message = (
        f"The last backup was made {age.days} days ago." if age.days else "The last backup was made today."
    )
    if age > MAX_BACKUP_AGE:
        yield warn(
            "backup", message, "Check why the backup timer stopped, and run: touchline backups create FOLDER"
        )
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
        configured = application.adapters.queue().connection.config_get("maxmemory-policy")
    except Exception:
        return
    policy = configured.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield warn(
            "queue", f"Redis may evict jobs ({policy}).", "Set maxmemory-policy to noeviction in Redis."
        )


def _check_ffmpeg() -> Iterator[CheckResult]:
    import imageio_ffmpeg

    try:
        program = imageio_ffmpeg.get_ffmpeg_exe()
        version_text = subprocess.run(
            [program, "-version"], capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True
        ).stdout
    except (RuntimeError, OSError, subprocess.SubprocessError):
        yield fail(
            "ffmpeg", "ffmpeg does not start. Touchline cannot make streams or clips.", "Run: make setup"
        )
    else:
        yield ok("ffmpeg", " ".join(version_text.split()[:3]) + ".")


def _find_package_mismatches(lock: Path) -> list[str]:
    """List packages whose installed version differs from the lock file.

    Missing packages are ignored: they belong to other platforms or to tests.
    """
    pinned_versions: dict[str, list[str]] = {}  # a lock file can pin one version per Python version
    for name, pinned in _PINNED_PACKAGE.findall(lock.read_text("utf-8") if lock.is_file() else ""):
        pinned_versions.setdefault(name, []).append(pinned)
    mismatches = []
    for name, versions in pinned_versions.items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue
        if installed not in versions:
            mismatches.append(f"{name} {installed} instead of {' or '.join(versions)}")
    return mismatches


def results_as_json(results: list[CheckResult], worst: CheckStatus) -> str:
    """Return the results as JSON for other programs."""
    rows = [
        {
            "subject": result.subject,
            "status": str(result.status),
            "message": result.message,
            "fix": result.fix,
        }
        for result in results
    ]
    return json.dumps({"status": str(worst), "results": rows}, indent=2)
