"""What `touchline doctor` looks at in this deployment: each look answers findings, a bad one says how to
mend it."""

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

from touchline.entrypoints.backup import LAST_BACKUP
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.kept import SECRET
from touchline.entrypoints.worker import QUEUES
from touchline.platform.db import migrations
from touchline.platform.db.instant import instant_at

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 10
CLOCK_OFF, CLOCK_WRONG = 2.0, 60.0
LITTLE_ROOM, NO_ROOM = 5_000_000_000, 500_000_000
OLD_BACKUP, OLD_COUNTRIES = timedelta(days=8), timedelta(days=60)
SHORT_KEY = 32
_ALONE = "channels are reached from this machine alone"
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+?)(?: ;.*)? \\?$", re.MULTILINE)


class State(StrEnum):
    """How it is."""

    FINE = "fine"
    WEAK = "weak"
    BROKEN = "broken"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: how it is, in a sentence, and what mends it.

    `always_shown`: the sentence is worth reading although nothing is wrong.
    """

    part: str
    state: State
    said: str
    mend: str = ""
    always_shown: bool = False


Look = Callable[[House], Iterator[Finding]]


def fine(part: str, said: str, *, always_shown: bool = False) -> Finding:
    """Nothing to mend."""
    return Finding(part, State.FINE, said, always_shown=always_shown)


def weak(part: str, said: str, mend: str) -> Finding:
    """It works, and will not always."""
    return Finding(part, State.WEAK, said, mend)


def broken(part: str, said: str, mend: str) -> Finding:
    """Something does not work now."""
    return Finding(part, State.BROKEN, said, mend)


def programs(house: House) -> Iterator[Finding]:
    """Versions: Python, this release, the packages of the lock, the page, ffmpeg."""
    yield fine(
        "versions", f"Touchline {house.settings.release}, Python {'.'.join(map(str, sys.version_info[:3]))}."
    )
    others = _not_as_locked(ROOT / "requirements.lock")
    if others:
        named = ", ".join(others[:5]) + (" …" if len(others) > 5 else "")
        yield weak("packages", f"Not as in requirements.lock: {named}.", "Run: make setup")
    if (ROOT / "web").is_dir() and not (ROOT / "web/dist/index.html").is_file():
        yield broken("page", "There is no web/dist/index.html.", "Run: make web")
    yield from _ffmpeg()


def database(house: House) -> Iterator[Finding]:
    """It answers, and is where this release wants it."""
    engine = house.container.database().engine
    mend = "Start it, or mend TOUCHLINE_DATABASE_URL; see: touchline config DATABASE_URL"
    try:
        at = migrations.current(engine)
    except Exception as error:
        yield broken("database", f"It does not answer ({type(error).__name__}).", mend)
        return
    (head,) = migrations.heads()
    if at is None:
        yield broken("database", "It is empty.", "Run: touchline db upgrade")
    elif at == head:
        yield fine("database", f"{engine.dialect.name}, at {at}.")
    elif migrations.is_known(at):
        yield broken("database", f"It is at {at}, this release wants {head}.", "Run: touchline db upgrade")
    else:
        yield weak(
            "database",
            f"It is at {at}, which a newer release made.",
            "That is right while machines are upgraded one by one; else upgrade this one.",
        )


def queue(house: House) -> Iterator[Finding]:
    """Redis answers and forgets nothing, each queue has a worker, no job failed or is stuck."""
    desk = house.adapters.job_desk()
    if desk is None:
        yield weak("queue", "Jobs are done at once by whoever asks.", "Set TOUCHLINE_QUEUE=rq")
        return
    try:
        workers, letters, counts = desk.workers(), desk.dead_letters(), desk.counts()
    except OSError:
        yield broken("queue", "It does not answer.", "Start it, or mend TOUCHLINE_REDIS_URL.")
        return
    yield fine("queue", f"It answers; {sum(one.waiting for one in counts)} jobs wait.")
    yield from _memory(house)
    alone = [name for name in QUEUES if not any(name in worker.queues for worker in workers)]
    if alone:
        yield broken(
            "workers", f"Nobody works on {', '.join(alone)}.", "Start: touchline worker --queue " + alone[0]
        )
    else:
        yield fine("workers", f"{len(workers)} work.")
    if letters:
        yield weak(
            "jobs",
            f"{len(letters)} failed for good, the last one {letters[0].name}.",
            "See: touchline jobs list, then touchline jobs show KEY, retry or drop",
        )
    late = house.container.outbox().late()
    if late:
        yield broken(
            "outbox",
            f"{late} events and jobs wait for more than 20 minutes.",
            "Start a worker; if one runs, its log says what stops it.",
        )


def clock(house: House) -> Iterator[Finding]:
    """This machine's against the database's, or where that has none against the queue's."""
    whose, there = "the database", instant_at(house.container.database())
    if there is None and house.settings.queue == "rq":
        whose = "the queue"
        seconds, micro = house.adapters.queue().connection.time()
        there = datetime.fromtimestamp(seconds + micro / 1e6, UTC)
    if there is None:
        return
    off = (datetime.now(UTC) - there).total_seconds()
    said = f"{abs(off):.1f} s {'after' if off < 0 else 'before'} {whose}'s."
    mend = "Set the clocks of all machines by NTP (systemd-timesyncd, chrony)."
    if abs(off) < CLOCK_OFF:
        yield fine("clock", f"As {whose}'s.")
    else:
        yield (broken if abs(off) > CLOCK_WRONG else weak)("clock", said, mend)


def rooms(house: House) -> Iterator[Finding]:
    """Storage and files can be written, and the disk has room."""
    checks: Any = {**house.container.readiness(), **house.container.advice()}
    mends = {
        "storage": "Give this user the right to write there, or mend TOUCHLINE_STORAGE's settings.",
        "files": "Give this user the right to write into var/files.",
        "geo": "Mend TOUCHLINE_GEO_DATABASE; see: touchline config GEO_DATABASE",
        "mail": "Mend the TOUCHLINE_SMTP_… settings; letters wait meanwhile.",
        "analytics": "Start it, or mend TOUCHLINE_CLICKHOUSE_URL; counts wait meanwhile.",
    }
    for name, mend in mends.items():
        try:
            checks[name]()
        except Exception as error:
            bad = weak if name in ("mail", "analytics") else broken
            yield bad(name, f"It does not answer ({type(error).__name__}).", mend)
        else:
            yield fine(name, "It answers.")
    free = shutil.disk_usage(house.settings.var).free
    said = f"{free / 1e9:.1f} GB are free in {house.settings.var}."
    if free < LITTLE_ROOM:
        mend = "Make room, or move var: clips, live streams and counts need it."
        yield (broken if free < NO_ROOM else weak)("disk", said, mend)
    else:
        yield fine("disk", said)


def secrets(house: House) -> Iterator[Finding]:
    """Nobody else reads the key, and it is long."""
    settings, path = house.settings, house.settings.var / SECRET
    if settings.secret_key and len(settings.secret_key) < SHORT_KEY:
        yield weak(
            "secret key",
            f"It has {len(settings.secret_key)} characters.",
            "Set one of 64: openssl rand -hex 32. Links and second factors made with the old one end.",
        )
    if not settings.secret_key and path.is_file() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield broken("secret key", "Others on this machine may read it.", f"Run: chmod 600 {path}")
    elif not settings.secret_key and settings.database_url and settings.redis_url:
        yield weak(
            "secret key",
            "It lies in var, and other machines would make their own.",
            "Set TOUCHLINE_SECRET_KEY to the same on all machines.",
        )
    else:
        yield fine("secret key", "Nobody else reads it.")


def mail(house: House) -> Iterator[Finding]:
    """Letters go somewhere."""
    if house.settings.mail != "outbox" or house.settings.development:
        return
    if is_for_this_machine(house):
        yield fine("letters", f"They are kept in var/outbox; {_ALONE}.")
    else:
        yield weak("letters", "They are kept in var/outbox and reach nobody.", "Set TOUCHLINE_MAIL=smtp")


def countries(house: House) -> Iterator[Finding]:
    """The database of countries is not old."""
    if house.settings.geo != "maxmind":
        return
    import maxminddb

    with maxminddb.open_database(house.settings.geo_database_path) as reader:
        built = datetime.fromtimestamp(reader.metadata().build_epoch, UTC)
    age = datetime.now(UTC) - built
    if age > OLD_COUNTRIES:
        yield weak(
            "countries", f"The database is {age.days} days old.", "Fetch a new one; put it there by mv."
        )
    else:
        yield fine("countries", f"The database is {age.days} days old.")


def backups(house: House) -> Iterator[Finding]:
    """There is one, and it is not old."""
    path = house.settings.var / LAST_BACKUP
    if not path.is_file():
        if is_for_this_machine(house):
            yield fine("backup", f"This machine made none; {_ALONE}.")
        else:
            yield weak("backup", "This machine made none.", "Run daily: touchline backup FOLDER")
        return
    age = datetime.now(UTC) - datetime.fromtimestamp(path.stat().st_mtime, UTC)
    said = f"The last one was made {age.days} days ago." if age.days else "The last one is of today."
    if age > OLD_BACKUP:
        yield weak("backup", said, "See why the timer stopped, and run: touchline backup FOLDER")
    else:
        yield fine("backup", said)


def is_for_this_machine(house: House) -> bool:
    """Whether all channels are reached from this machine alone, as the demo's are."""
    with house.container.database().transaction(None, unscoped=True):
        channels = house.container.channel.facade().all_channels()
    names = [name for channel in channels for name in channel.domains]
    return bool(names) and all(name.endswith("localhost") or name.startswith("127.") for name in names)


def _memory(house: House) -> Iterator[Finding]:
    """A Redis that forgets keys when memory runs out forgets jobs; one that may not be asked is trusted."""
    try:
        found = house.adapters.queue().connection.config_get("maxmemory-policy")
    except Exception:
        return
    policy = found.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield weak("queue", f"It may forget jobs ({policy}).", "Set maxmemory-policy noeviction in Redis.")


def _ffmpeg() -> Iterator[Finding]:
    import imageio_ffmpeg

    try:
        program = imageio_ffmpeg.get_ffmpeg_exe()
        said = subprocess.run(
            [program, "-version"], capture_output=True, text=True, timeout=SECONDS, check=True
        ).stdout
    except (RuntimeError, OSError, subprocess.SubprocessError):
        yield broken("ffmpeg", "It does not start: no stream and no clip is made.", "Run: make setup")
    else:
        yield fine("ffmpeg", " ".join(said.split()[:3]) + ".")


def _not_as_locked(lock: Path) -> list[str]:
    """Packages that are installed in another version than the lock's; those that are not there are for other
    machines, or for tests."""
    wanted: dict[str, list[str]] = {}  # one or more: a lock names a version for each Python
    for name, pinned in _PIN.findall(lock.read_text("utf-8") if lock.is_file() else ""):
        wanted.setdefault(name, []).append(pinned)
    found = []
    for name, versions in wanted.items():
        try:
            present = version(name)
        except PackageNotFoundError:
            continue
        if present not in versions:
            found.append(f"{name} {present} instead of {' or '.join(versions)}")
    return found


def as_json(findings: list[Finding], worst: State) -> str:
    """For programs."""
    rows = [
        {"part": one.part, "state": str(one.state), "said": one.said, "mend": one.mend} for one in findings
    ]
    return json.dumps({"state": str(worst), "findings": rows}, indent=2)
