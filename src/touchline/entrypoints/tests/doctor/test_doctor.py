"""`touchline doctor` finds the problems of a deployment and explains how to fix them."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from dependency_injector import providers
from sqlalchemy import text

from touchline.billing.ports.payments import ProviderStatus, WebhookDelivery
from touchline.channel.domain.site.domain_checks import Certificate, DomainCheck, DomainProblem
from touchline.conftest import channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main
from touchline.entrypoints.doctor import checks, network_checks
from touchline.entrypoints.doctor import doctor as the_doctor
from touchline.entrypoints.doctor.checks import CheckResult, CheckStatus
from touchline.entrypoints.doctor.doctor import CHECKS
from touchline.entrypoints.doctor.network_checks import describe_domain
from touchline.entrypoints.tests.sample_site import create_deployment
from touchline.entrypoints.worker import QUEUES
from touchline.platform.db import migrations
from touchline.platform.db.session import bind_channel
from touchline.shared.tasks.job_admin import QueueCounts, QueueUnavailableError, WorkerStatus

PatchApplication = Callable[..., None]


@pytest.fixture
def new_application(tmp_path: Path, empty_tables: Path) -> Iterator[Application]:
    """Return a deployment on SQLite that is up to date and has no channel."""
    (tmp_path / "var").mkdir()
    shutil.copy(empty_tables, tmp_path / "var")
    with create_deployment(tmp_path / "var", "") as found:
        yield found


def run_check(check: Any, application: Application, part: str) -> CheckResult:
    """Return the check result of one part."""
    found: list[CheckResult] = [result for result in check(application) if result.subject == part]
    assert len(found) == 1, [result.subject for result in check(application)]
    return found[0]


def patch_application(application: Application, **settings: Any) -> Application:
    """Return the same application with other settings, for checks that read only settings."""
    copy: Any = SimpleNamespace(
        settings=replace(application.settings, **settings),
        container=application.container,
        adapters=application.adapters,
    )
    return copy  # type: ignore[no-any-return]


def test_database_states_are_distinguished(tmp_path: Path) -> None:
    with create_deployment(tmp_path / "var", "") as application:
        engine = application.container.database().engine
        assert run_check(checks.database, application, "database").message == "The database is empty."
        migrations.upgrade_to(engine, "0017")
        old = run_check(checks.database, application, "database")
        assert (old.status, old.fix) == (CheckStatus.BROKEN, "Run: touchline databases upgrade")
        migrations.upgrade(engine)
        assert run_check(checks.database, application, "database").status is CheckStatus.FINE
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        assert "newer release" in run_check(checks.database, application, "database").message
    with create_deployment(
        tmp_path / "other", "postgresql+psycopg://nobody@127.0.0.1:1/nothing"
    ) as unavailable:
        assert "does not respond" in run_check(checks.database, unavailable, "database").message


class FakeJobAdmin:
    """A job admin with the content that a test sets."""

    def __init__(self, queues: tuple[str, ...] = QUEUES, emails: int = 0) -> None:
        self._queues, self._failed_jobs = queues, emails

    def list_workers(self) -> list[WorkerStatus]:
        return [WorkerStatus("one", self._queues, None, "")]

    def list_failed_jobs(self, _queue: str | None = None) -> list[Any]:
        return [SimpleNamespace(name="catalog.make_stream")] * self._failed_jobs

    def list_queue_counts(self) -> list[QueueCounts]:
        return [QueueCounts("default", 3, 0, 0, self._failed_jobs)]


class UnavailableJobAdmin(FakeJobAdmin):
    def list_workers(self) -> list[WorkerStatus]:
        raise QueueUnavailableError("no")


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("admin", "part", "texts"),
    [
        (UnavailableJobAdmin(), "queue", "The queue does not respond."),
        (
            FakeJobAdmin(("default",)),
            "workers",
            f"No worker serves {', '.join(QUEUES[1:])}.",
        ),
        (FakeJobAdmin(emails=2), "jobs", "2 jobs have failed, most recently catalog.make_stream."),
        (FakeJobAdmin(), "workers", "Running workers: 1."),
        (None, "queue", "Each process runs its jobs immediately."),
    ],
    ids=["unavailable", "missing-workers", "failed-jobs", "healthy", "inline"],
)
def test_queue_problems_are_reported(admin: Any, part: str, texts: str, new_application: Application) -> None:
    new_application.adapters.job_admin.override(providers.Object(admin))
    assert run_check(checks.queue, new_application, part).message == texts


def test_unsent_jobs_are_reported(new_application: Application) -> None:
    new_application.adapters.job_admin.override(providers.Object(FakeJobAdmin()))
    now = new_application.container.clock().now()
    row = "INSERT INTO outbox (kind, name, channel_id, payload, written_at) VALUES ('job', 'x', 1, '{}', :at)"
    with new_application.container.database().engine.begin() as connection:
        for minutes in (5, 30):
            at = now - timedelta(minutes=minutes)
            connection.execute(text(row), {"at": at.strftime("%Y-%m-%d %H:%M:%S.%f")})
    assert run_check(checks.queue, new_application, "outbox").message.startswith(
        "1 events and jobs have waited"
    )


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("seconds", "state"),
    [(0.0, CheckStatus.FINE), (20.0, CheckStatus.WEAK), (-300.0, CheckStatus.BROKEN)],
    ids=["0", "20", "-300"],
)
def test_a_skewed_clock_is_reported(
    seconds: float, state: CheckStatus, new_application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_time = datetime.now(UTC) + timedelta(seconds=seconds)
    monkeypatch.setattr(checks, "get_server_time", lambda _database: server_time)
    assert run_check(checks.clock, new_application, "clock").status is state


def test_a_readable_key_is_reported(new_application: Application) -> None:
    new_application.container.secret()
    key = new_application.settings.var / "secret.key"
    assert run_check(checks.secrets, new_application, "secret key").status is CheckStatus.FINE
    key.chmod(0o644)
    assert run_check(checks.secrets, new_application, "secret key").fix == f"Run: chmod 600 {key}"
    shared = patch_application(new_application, database_url="postgresql://db/x", redis_url="redis://r")
    key.chmod(0o600)
    assert (
        "Other machines would generate different keys"
        in run_check(checks.secrets, shared, "secret key").message
    )
    short = [
        result.message for result in checks.secrets(patch_application(new_application, secret_key="short"))
    ]
    assert short[0] == "The key has only 5 characters."


def test_low_disk_space_and_read_only_storage_are_reported(
    new_application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_check(checks.storage, new_application, "storage").status is CheckStatus.FINE
    new_application.settings.media_folder.joinpath(".work").rmdir()
    new_application.settings.media_folder.rmdir()
    new_application.settings.media_folder.write_text("a file")
    assert run_check(checks.storage, new_application, "storage").status is CheckStatus.BROKEN
    for free, state in ((10**11, CheckStatus.FINE), (10**9, CheckStatus.WEAK), (10**8, CheckStatus.BROKEN)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        assert run_check(checks.storage, new_application, "disk").status is state


def test_an_old_or_missing_backup_is_reported(new_application: Application) -> None:
    assert (
        run_check(checks.backups, new_application, "backup").message
        == "There is no backup from this machine."
    )
    mark = new_application.settings.var / ".last-backup"
    mark.write_text("")
    assert run_check(checks.backups, new_application, "backup").status is CheckStatus.FINE
    old = time.time() - 20 * 86_400
    os.utime(mark, (old, old))
    assert (
        run_check(checks.backups, new_application, "backup").message
        == "The last backup was made 20 days ago."
    )


def test_packages_that_differ_from_the_lock_are_reported(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(
        "click==0.1 \\\n    --hash=x\nclick==0.2 ; python_version < '4' \\\nno-such-package==1 \\\n"
    )
    (found,) = checks._find_package_mismatches(lock)
    assert found.endswith("instead of 0.1 or 0.2")


def add_channel_with_domain(application: Application, *domains: str) -> None:
    """Add a channel with these domains."""
    facade = application.container.channel.facade()
    with application.container.database().transaction(None):
        part = channel_part("prairie")
        part["channel"]["domains"] = list(domains)
        bind_channel(facade.ensure_channel("prairie", "Prairie"))
        facade.apply_pack(part, {})


def test_database_checks_have_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    timeouts: list[float] = []
    monkeypatch.setattr(the_doctor, "CHECKS", ())
    monkeypatch.setattr(the_doctor, "set_query_timeout", lambda _engine, seconds: timeouts.append(seconds))
    assert [result.subject for result in the_doctor.run_checks({"TOUCHLINE_VAR": str(tmp_path)})] == [
        "settings"
    ]
    assert timeouts == [checks.TIMEOUT_SECONDS]


def test_a_local_demo_needs_neither_email_nor_backups(new_application: Application) -> None:
    def list_statuses() -> list[CheckStatus]:
        production = patch_application(new_application, development=False)
        return [
            run_check(checks.mail, production, "email").status,
            run_check(checks.backups, production, "backup").status,
        ]

    assert list_statuses() == [CheckStatus.WEAK, CheckStatus.WEAK]
    add_channel_with_domain(new_application, "prairie.localhost", "127.0.0.1")
    assert list_statuses() == [CheckStatus.FINE, CheckStatus.FINE]


def test_a_deployment_at_an_ip_address_needs_email_and_backups(new_application: Application) -> None:
    add_channel_with_domain(new_application, "prairie.localhost", "10.0.0.7")
    production = patch_application(new_application, development=False)
    assert run_check(checks.mail, production, "email").status is CheckStatus.WEAK
    assert run_check(checks.backups, production, "backup").status is CheckStatus.WEAK


def test_an_unresolvable_domain_is_reported_and_local_names_are_ignored(new_application: Application) -> None:
    add_channel_with_domain(new_application, "prairie.localhost")
    (local,) = network_checks.domains(new_application)
    assert local.status is CheckStatus.FINE
    checked = describe_domain(DomainCheck("watch.example.org", DomainProblem.NO_ADDRESS), datetime.now(UTC))
    assert checked.message == "watch.example.org has no address in DNS."


def test_an_expiring_or_invalid_certificate_is_reported() -> None:
    now = datetime.now(UTC)

    def describe(days: int) -> CheckResult:
        certificate = Certificate("Example CA", now + timedelta(days=days))
        check = DomainCheck("localhost", certificate.find_problem(now), certificate=certificate)
        return describe_domain(check, now)

    assert describe(90).message == "The certificate of localhost expires in 90 days."
    assert describe(3).status is CheckStatus.WEAK
    expired = DomainCheck("localhost", DomainProblem.CERTIFICATE_EXPIRED, detail="certificate has expired")
    found = describe_domain(expired, now)
    assert (found.status, "not valid" in found.message) == (CheckStatus.BROKEN, True)


def test_mismatched_proxies_are_reported(new_application: Application) -> None:
    add_channel_with_domain(new_application, "watch.example.org")
    assert "no proxy is trusted" in run_check(network_checks.proxies, new_application, "proxies").message
    open_one = patch_application(new_application, trusted_proxies=1, host="192.0.2.1")
    assert "can bypass the proxy" in run_check(network_checks.proxies, open_one, "proxies").message
    assert (
        run_check(
            network_checks.proxies, patch_application(new_application, trusted_proxies=1), "proxies"
        ).status
        is CheckStatus.FINE
    )


@pytest.mark.parametrize(
    ("delivery", "texts"),
    [
        (WebhookDelivery.MISSING, "is missing"),
        (WebhookDelivery.DISABLED, "is disabled"),
        (WebhookDelivery.ENABLED, "Stripe sends webhooks"),
        (WebhookDelivery.UNKNOWN, "could not be read"),
    ],
    ids=["missing", "disabled", "enabled", "unknown"],
)
def test_webhook_problems_are_reported(delivery: WebhookDelivery, texts: str) -> None:
    _, found = network_checks.describe_payments(ProviderStatus(False, None, delivery))
    assert texts in found.message


def run(var: Path, *texts: str, **variables: str) -> Result:
    environment = {"TOUCHLINE_VAR": str(var), "TOUCHLINE_QUEUE": "inline", **variables}
    return CliRunner().invoke(main, ["doctor", *texts], env=environment)


def test_the_command_prints_text_or_json_and_sets_the_exit_code(new_application: Application) -> None:
    var = new_application.settings.var
    weak = run(var)
    assert (weak.exit_code, "touchline backups create FOLDER" in " ".join(weak.output.split())) == (1, True)
    assert "secret key" not in weak.output
    report = json.loads(run(var, "--json").output)
    assert report["status"] == "weak"
    assert {"database", "disk"} <= {result["subject"] for result in report["results"]}
    wrong = run(var, TOUCHLINE_PORT="all", TOUCHLINE_NONE="1")
    assert (wrong.exit_code, wrong.output.count("broken")) == (2, 2)


def test_a_failing_check_does_not_stop_the_others(
    new_application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_error(_application: Application) -> Iterator[CheckResult]:
        raise RuntimeError("unexpected")

    monkeypatch.setattr(the_doctor, "CHECKS", (raise_error, *CHECKS))
    found = list(
        the_doctor.run_checks(
            {"TOUCHLINE_VAR": str(new_application.settings.var), "TOUCHLINE_QUEUE": "inline"}
        )
    )
    assert [result.message for result in found if result.subject == "raise error"] == [
        "The check failed (RuntimeError)."
    ]
    assert any(result.subject == "disk" for result in found)
