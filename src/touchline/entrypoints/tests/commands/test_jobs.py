"""`touchline jobs` with an in-memory job admin."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints import cli
from touchline.shared.tasks.job_admin import (
    FailedJob,
    JobAdmin,
    QueueCounts,
    QueueUnavailableError,
    WorkerStatus,
)

FAILED_AT = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
ERROR = 'Traceback (most recent call last):\n  File "x.py"\nOSError: refused, token=abcdefgh12345\n\n'
FAILED_JOB = FailedJob("clip-7", "clips", "clips.cut", (1, 7), FAILED_AT, 4, ERROR)


@dataclass
class FakeJobAdmin:
    """`JobAdmin` over a list."""

    jobs: list[FailedJob] = field(default_factory=list)
    retried_keys: list[str] = field(default_factory=list)
    is_unavailable: bool = False

    def list_failed_jobs(self, queue: str | None = None) -> Sequence[FailedJob]:
        if self.is_unavailable:
            raise QueueUnavailableError("The queue does not respond: refused")
        return [job for job in self.jobs if queue in (None, job.queue)]

    def get_failed_job(self, key: str) -> FailedJob | None:
        return next((job for job in self.jobs if job.key == key), None)

    def retry(self, key: str) -> bool:
        self.retried_keys.append(key)
        return self.delete(key)

    def delete(self, key: str) -> bool:
        before = len(self.jobs)
        self.jobs = [job for job in self.jobs if job.key != key]
        return len(self.jobs) < before

    def count_jobs(self) -> Sequence[QueueCounts]:
        return [QueueCounts("clips", 5, 2, 1, len(self.jobs)), QueueCounts("mail", 0, 0, 0, 0)]

    def list_workers(self) -> Sequence[WorkerStatus]:
        return [WorkerStatus("w1", ("clips", "downloads"), FAILED_AT, "clips.cut 1 8")]


@pytest.fixture
def job_admin() -> FakeJobAdmin:
    """Return a job admin with two failed jobs: one of a clip and one of an email."""
    return FakeJobAdmin([FAILED_JOB, replace(FAILED_JOB, key="email-1", queue="mail", name="channel.letter")])


@pytest.fixture
def run_touchline(job_admin: FakeJobAdmin, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Return a function that runs `touchline jobs …`, for example `run_touchline("list")`."""

    def run(*arguments: str, admin: JobAdmin | None = job_admin) -> Result:
        application = SimpleNamespace(adapters=SimpleNamespace(job_admin=lambda: admin))
        monkeypatch.setattr(cli, "bootstrap", lambda: application)
        return CliRunner(env={"COLUMNS": "200"}).invoke(cli.main, ["jobs", *arguments])

    return run


def test_failed_jobs_are_listed_with_queues_and_workers(run_touchline: Callable[..., Result]) -> None:
    result = run_touchline("list")
    assert result.exit_code == 3, result.output
    for part in (
        "clip-7",
        "clips.cut",
        "1 7",
        "2026-11-21T18:00:00Z",
        "OSError: refused",
        "w1",
        "clips.cut 1 8",
    ):
        assert part in result.output
    assert "abcdefgh12345" not in result.output


def test_jobs_of_one_queue_are_listed_as_json(run_touchline: Callable[..., Result]) -> None:
    response = run_touchline("list", "--queue", "mail", "--json")
    reported = json.loads(response.output)
    assert [job["key"] for job in reported["failed"]] == ["email-1"]
    assert reported["queues"] == [{"queue": "mail", "waiting": 0, "running": 0, "later": 0, "failed": 0}]
    assert reported["workers"][0]["seen_at"] == "2026-11-21T18:00:00Z"
    assert "abcdefgh12345" not in response.output


def test_the_exit_code_is_0_without_failed_jobs(
    run_touchline: Callable[..., Result], job_admin: FakeJobAdmin
) -> None:
    job_admin.jobs = []
    assert run_touchline("list").exit_code == 0


def test_a_failed_job_is_shown_with_traceback_and_without_secrets(
    run_touchline: Callable[..., Result],
) -> None:
    for options in ((), ("--json",)):
        result = run_touchline("show", "clip-7", *options)
        assert result.exit_code == 0
        assert "Traceback" in result.output
        assert "abcdefgh12345" not in result.output
    assert run_touchline("show", "clip-8").exit_code == 1


def test_jobs_are_retried_by_key_or_queue(
    run_touchline: Callable[..., Result], job_admin: FakeJobAdmin
) -> None:
    assert run_touchline("retry", "--queue", "mail").output == "email-1 is queued again.\n"
    assert run_touchline("retry", "clip-7").exit_code == 0
    assert job_admin.retried_keys == ["email-1", "clip-7"]
    gone = run_touchline("retry", "clip-7")
    assert (gone.exit_code, gone.output) == (1, "Error: There is no failed job clip-7.\n")


@pytest.mark.parametrize("command", ["retry", "delete"])
def test_retrying_or_deleting_all_jobs_skips_missing_jobs(
    run_touchline: Callable[..., Result],
    job_admin: FakeJobAdmin,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    gone = replace(FAILED_JOB, key="gone")
    monkeypatch.setattr(job_admin, "list_failed_jobs", lambda _queue: [gone, *job_admin.jobs])
    result = run_touchline(command, "--all")
    assert (result.exit_code, job_admin.jobs) == (0, []), result.output
    assert "gone" not in result.output


def test_all_failed_jobs_are_deleted(run_touchline: Callable[..., Result], job_admin: FakeJobAdmin) -> None:
    assert run_touchline("delete", "--all").exit_code == 0
    assert job_admin.jobs == []
    assert job_admin.retried_keys == []


@pytest.mark.parametrize("arguments", [("retry",), ("delete", "clip-7", "--all")])
def test_retry_and_delete_need_exactly_one_selection(
    run_touchline: Callable[..., Result], arguments: tuple[str, ...]
) -> None:
    assert run_touchline(*arguments).exit_code == 2


def test_an_unavailable_queue_is_reported_with_exit_code_2(
    run_touchline: Callable[..., Result], job_admin: FakeJobAdmin
) -> None:
    job_admin.is_unavailable = True
    result = run_touchline("list")
    assert result.exit_code == 2
    assert "The queue does not respond" in result.output


def test_listing_jobs_without_a_queue_is_reported_with_exit_code_1(
    run_touchline: Callable[..., Result],
) -> None:
    result = run_touchline("list", admin=None)
    assert result.exit_code == 1
    assert "TOUCHLINE_QUEUE=inline" in result.output
