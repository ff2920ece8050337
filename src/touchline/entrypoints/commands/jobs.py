"""`touchline jobs`: the jobs in the queue, the workers, and the jobs that failed permanently."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import click

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.worker import QUEUES
from touchline.platform.audit.declarations import outside_channels
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_record, print_table
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.strings.scrubbing import redact
from touchline.shared.tasks.job_admin import FailedJob, JobAdmin, QueueCounts, WorkerStatus

INLINE_QUEUE_MESSAGE = (
    "With TOUCHLINE_QUEUE=inline, each process runs its jobs immediately. There is no queue, "
    "no worker and no list of failed jobs."
)
queue_option = click.option("--queue", help=f"Only this queue, such as {', '.join(QUEUES)}.")


@click.group()
def jobs() -> None:
    """Show and manage failed jobs, waiting jobs and workers.

    Touchline retries a job with growing delays, then keeps its error for seven days. Exit code 1: there is
    no such job; 2: the queue does not respond.
    """


@jobs.command("list")
@outside_channels
@queue_option
@json_option
@click.pass_obj
def list_jobs(application: Application, queue: str | None, as_json: bool) -> None:
    """List failed jobs, and count waiting jobs and workers. Exit code 3: some jobs have failed."""
    job_admin = _get_job_admin(application)
    failed_jobs, counts, workers = (
        job_admin.list_failed_jobs(queue),
        job_admin.list_queue_counts(),
        job_admin.list_workers(),
    )
    if queue is not None:
        counts = [queue_counts for queue_counts in counts if queue_counts.queue == queue]
    if as_json:
        payload = {
            "failed": [_job_as_dict(failed_job) for failed_job in failed_jobs],
            "queues": [asdict(queue_counts) for queue_counts in counts],
            "workers": [_worker_as_dict(worker) for worker in workers],
        }
        click.echo(json.dumps(payload))
    else:
        _print_jobs(failed_jobs, counts, workers)
    if failed_jobs:
        sys.exit(3)


@jobs.command("show")
@outside_channels
@click.argument("key")
@json_option
@click.pass_obj
def show_job(application: Application, key: str, as_json: bool) -> None:
    """Show a failed job and the traceback of its last attempt."""
    failed_job = _get_job_admin(application).get_failed_job(key)
    if failed_job is None:
        raise _job_not_found(key)
    if as_json:
        click.echo(json.dumps({**_job_as_dict(failed_job), "traceback": redact(failed_job.error)}))
        return
    print_record({name: _format_value(value) for name, value in _job_as_dict(failed_job).items()})
    click.echo(f"\n{redact(failed_job.error).rstrip()}")


@jobs.command("retry")
@outside_channels
@click.argument("keys", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All failed jobs.")
@queue_option
@click.pass_obj
def retry_jobs(application: Application, keys: tuple[str, ...], everything: bool, queue: str | None) -> None:
    """Queue failed jobs again, with a full set of attempts."""
    job_admin = _get_job_admin(application)
    for key in _apply_to_jobs(
        job_admin.retry, _select_keys(job_admin, keys, everything, queue), must_exist=bool(keys)
    ):
        click.echo(f"{key} is queued again.")


@jobs.command("delete")
@outside_channels
@click.argument("keys", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All failed jobs.")
@queue_option
@click.pass_obj
def delete_jobs(application: Application, keys: tuple[str, ...], everything: bool, queue: str | None) -> None:
    """Delete failed jobs."""
    job_admin = _get_job_admin(application)
    for key in _apply_to_jobs(
        job_admin.delete, _select_keys(job_admin, keys, everything, queue), must_exist=bool(keys)
    ):
        click.echo(f"{key} was deleted.")


def _get_job_admin(application: Application) -> JobAdmin:
    job_admin: JobAdmin | None = application.adapters.job_admin()
    if job_admin is None:
        raise RefusedError(INLINE_QUEUE_MESSAGE)
    return job_admin


def _select_keys(
    job_admin: JobAdmin, keys: tuple[str, ...], everything: bool, queue: str | None
) -> list[str]:
    if bool(keys) == (everything or queue is not None):
        raise click.UsageError("Name the jobs, or use --all or --queue.")
    return list(keys) or [failed_job.key for failed_job in job_admin.list_failed_jobs(queue)]


def _apply_to_jobs(action: Callable[[str], bool], keys: Sequence[str], *, must_exist: bool) -> Iterator[str]:
    """Apply an action to the jobs, and yield the keys of those that still exist.

    Raises `NotFoundError` for a missing job if `must_exist` is set.
    """
    for key in keys:
        if action(key):
            yield key
        elif must_exist:
            raise _job_not_found(key)


def _job_not_found(key: str) -> NotFoundError:
    return NotFoundError(f"There is no failed job {key}.")


def _print_jobs(
    failed_jobs: Sequence[FailedJob], counts: Sequence[QueueCounts], workers: Sequence[WorkerStatus]
) -> None:
    job_rows = [
        tuple(_format_value(value) for value in _job_as_dict(failed_job).values())
        for failed_job in failed_jobs
    ]
    print_table(("Key", "Queue", "Job", "Ids", "Failed", "Attempts", "Error"), job_rows)
    click.echo("")
    queue_rows = [tuple(str(value) for value in asdict(queue_counts).values()) for queue_counts in counts]
    print_table(("Queue", "Waiting", "Running", "Scheduled", "Failed"), queue_rows)
    click.echo("")
    worker_rows = [
        tuple(_format_value(value) for value in _worker_as_dict(worker).values()) for worker in workers
    ]
    print_table(("Worker", "Queues", "Last seen", "Current job"), worker_rows)


def _job_as_dict(failed_job: FailedJob) -> dict[str, Any]:
    return {
        "key": failed_job.key,
        "queue": failed_job.queue,
        "name": failed_job.name,
        "ids": list(failed_job.ids),
        "failed_at": _format_time(failed_job.failed_at),
        "tries": failed_job.tries,
        "error": redact(_get_last_line(failed_job.error)),
    }


def _worker_as_dict(worker: WorkerStatus) -> dict[str, Any]:
    return {
        "name": worker.name,
        "queues": list(worker.queues),
        "seen_at": _format_time(worker.seen_at),
        "job": worker.job,
    }


def _get_last_line(error: str) -> str:
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _format_time(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment else None


def _format_value(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(part) for part in value)
    return "" if value is None else str(value)
