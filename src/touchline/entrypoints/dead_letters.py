"""`touchline jobs`: what the queue holds, who works, and the jobs that failed for good (dead letters)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import click

from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.worker import QUEUES
from touchline.platform.commands import json_option
from touchline.platform.tables import print_record, print_table
from touchline.shared.errors import NotFound, Refused
from touchline.shared.job_desk import DeadLetter, JobDesk, LivingWorker, QueueCounts
from touchline.shared.scrubbing import redact

AT_ONCE = (
    "With TOUCHLINE_QUEUE=inline jobs are done at once by whoever asks for them: there is no queue, "
    "no worker and no list of jobs that failed."
)
queue_option = click.option("--queue", help=f"One queue alone, such as {', '.join(QUEUES)}.")


@click.group()
def jobs() -> None:
    """Jobs that failed for good, what waits, and who works.

    A job is tried several times, later and later; what failed each time is kept here for seven days. Exit
    code 1: there is no such job; 2: the queue does not answer.
    """


@jobs.command("list")
@queue_option
@json_option
@click.pass_obj
def list_jobs(house: House, queue: str | None, as_json: bool) -> None:
    """List the jobs that failed, and how many wait and work. Exit code 3: there are some that failed."""
    desk = _desk(house)
    letters, counts, workers = desk.dead_letters(queue), desk.counts(), desk.workers()
    if queue is not None:
        counts = [one for one in counts if one.queue == queue]
    if as_json:
        told = {
            "failed": [_plain(letter) for letter in letters],
            "queues": [asdict(one) for one in counts],
            "workers": [_worker(one) for one in workers],
        }
        click.echo(json.dumps(told))
    else:
        _print(letters, counts, workers)
    if letters:
        sys.exit(3)


@jobs.command("show")
@click.argument("key")
@json_option
@click.pass_obj
def show_job(house: House, key: str, as_json: bool) -> None:
    """Show one job that failed, with all that its last try said."""
    letter = _desk(house).dead_letter(key)
    if letter is None:
        raise _missing(key)
    if as_json:
        click.echo(json.dumps({**_plain(letter), "traceback": redact(letter.error)}))
        return
    print_record({name: _text(value) for name, value in _plain(letter).items()})
    click.echo(f"\n{redact(letter.error).rstrip()}")


@jobs.command("retry")
@click.argument("keys", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All that failed.")
@queue_option
@click.pass_obj
def retry_jobs(house: House, keys: tuple[str, ...], everything: bool, queue: str | None) -> None:
    """Put jobs that failed into their queues again, with all their tries."""
    desk = _desk(house)
    for key in _done(desk.retry, _chosen(desk, keys, everything, queue), named=bool(keys)):
        click.echo(f"{key} waits again.")


@jobs.command("drop")
@click.argument("keys", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All that failed.")
@queue_option
@click.pass_obj
def drop_jobs(house: House, keys: tuple[str, ...], everything: bool, queue: str | None) -> None:
    """Forget jobs that failed."""
    desk = _desk(house)
    for key in _done(desk.drop, _chosen(desk, keys, everything, queue), named=bool(keys)):
        click.echo(f"{key} is forgotten.")


def _desk(house: House) -> JobDesk:
    desk: JobDesk | None = house.adapters.job_desk()
    if desk is None:
        raise Refused(AT_ONCE)
    return desk


def _chosen(desk: JobDesk, keys: tuple[str, ...], everything: bool, queue: str | None) -> list[str]:
    if bool(keys) == (everything or queue is not None):
        raise click.UsageError("Name jobs, or say --all or --queue.")
    return list(keys) or [letter.key for letter in desk.dead_letters(queue)]


def _done(act: Callable[[str], bool], keys: Sequence[str], *, named: bool) -> Iterator[str]:
    """Those that it was done to. One that was named must be there; of all, one may have gone meanwhile."""
    for key in keys:
        if act(key):
            yield key
        elif named:
            raise _missing(key)


def _missing(key: str) -> NotFound:
    return NotFound(f"There is no job {key} that failed.")


def _print(
    letters: Sequence[DeadLetter], counts: Sequence[QueueCounts], workers: Sequence[LivingWorker]
) -> None:
    failed = [tuple(_text(value) for value in _plain(letter).values()) for letter in letters]
    print_table(("Key", "Queue", "Job", "Ids", "Failed", "Tries", "Why"), failed)
    click.echo("")
    rows = [tuple(str(value) for value in asdict(one).values()) for one in counts]
    print_table(("Queue", "Waiting", "Running", "Later", "Failed"), rows)
    click.echo("")
    told = [tuple(_text(value) for value in _worker(one).values()) for one in workers]
    print_table(("Worker", "Queues", "Last seen", "Does"), told)


def _plain(letter: DeadLetter) -> dict[str, Any]:
    return {
        "key": letter.key,
        "queue": letter.queue,
        "name": letter.name,
        "ids": list(letter.ids),
        "failed_at": _instant(letter.failed_at),
        "tries": letter.tries,
        "error": redact(_last_line(letter.error)),
    }


def _worker(worker: LivingWorker) -> dict[str, Any]:
    return {
        "name": worker.name,
        "queues": list(worker.queues),
        "seen_at": _instant(worker.seen_at),
        "job": worker.job,
    }


def _last_line(error: str) -> str:
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _instant(when: datetime | None) -> str | None:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if when else None


def _text(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(part) for part in value)
    return "" if value is None else str(value)
