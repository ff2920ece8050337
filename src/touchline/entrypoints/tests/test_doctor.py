"""`touchline doctor` finds what is wrong with a deployment, and says how to mend it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from dependency_injector import providers
from sqlalchemy import text

from touchline.conftest import channel_part
from touchline.entrypoints import doctor as the_doctor
from touchline.entrypoints import findings, findings_outside
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.cli import main
from touchline.entrypoints.doctor import LOOKS
from touchline.entrypoints.findings import Finding, State
from touchline.entrypoints.tests.copied import deployed
from touchline.entrypoints.worker import QUEUES
from touchline.platform.db import migrations
from touchline.platform.db.session import scope_to
from touchline.shared.job_desk import LivingWorker, QueueAway, QueueCounts

Put = Callable[..., None]


@pytest.fixture
def house(tmp_path: Path, empty_tables: Path) -> Iterator[House]:
    """A deployment on SQLite that is up to date and has no channel."""
    (tmp_path / "var").mkdir()
    shutil.copy(empty_tables, tmp_path / "var")
    with deployed(tmp_path / "var", "") as found:
        yield found


def looked(look: Any, house: House, part: str) -> Finding:
    """The finding of that part."""
    found: list[Finding] = [one for one in look(house) if one.part == part]
    assert len(found) == 1, [one.part for one in look(house)]
    return found[0]


def changed(house: House, **settings: Any) -> House:
    """The same house with other settings, for looks that read them alone."""
    copy: Any = SimpleNamespace(
        settings=replace(house.settings, **settings), container=house.container, adapters=house.adapters
    )
    return copy  # type: ignore[no-any-return]


def test_a_database_that_is_empty_old_newer_or_away_is_told_apart(tmp_path: Path) -> None:
    with deployed(tmp_path / "var", "") as house:
        engine = house.container.database().engine
        assert looked(findings.database, house, "database").said == "It is empty."
        migrations.to(engine, "0017")
        old = looked(findings.database, house, "database")
        assert (old.state, old.mend) == (State.BROKEN, "Run: touchline db upgrade")
        migrations.upgrade(engine)
        assert looked(findings.database, house, "database").state is State.FINE
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        assert "newer release" in looked(findings.database, house, "database").said
    with deployed(tmp_path / "other", "postgresql+psycopg://nobody@127.0.0.1:1/nothing") as away:
        assert "does not answer" in looked(findings.database, away, "database").said


class Desk:
    """A queue's desk as a test wants it."""

    def __init__(self, queues: tuple[str, ...] = QUEUES, letters: int = 0) -> None:
        self._queues, self._letters = queues, letters

    def workers(self) -> list[LivingWorker]:
        return [LivingWorker("one", self._queues, None, "")]

    def dead_letters(self, _queue: str | None = None) -> list[Any]:
        return [SimpleNamespace(name="catalog.make_stream")] * self._letters

    def counts(self) -> list[QueueCounts]:
        return [QueueCounts("default", 3, 0, 0, self._letters)]


class Away(Desk):
    def workers(self) -> list[LivingWorker]:
        raise QueueAway("no")


@pytest.mark.parametrize(
    ("desk", "part", "words"),
    [
        (Away(), "queue", "It does not answer."),
        (Desk(("default",)), "workers", "Nobody works on mail, clips, downloads, media."),
        (Desk(letters=2), "jobs", "2 failed for good, the last one catalog.make_stream."),
        (Desk(), "workers", "1 work."),
        (None, "queue", "Jobs are done at once by whoever asks."),
    ],
    ids=["away", "alone", "failed", "well", "inline"],
)
def test_what_is_wrong_with_the_queue_is_found(desk: Any, part: str, words: str, house: House) -> None:
    house.adapters.job_desk.override(providers.Object(desk))
    assert looked(findings.queue, house, part).said == words


def test_jobs_that_nobody_sends_are_found(house: House) -> None:
    house.adapters.job_desk.override(providers.Object(Desk()))
    now = house.container.clock().now()
    row = "INSERT INTO outbox (kind, name, channel_id, payload, written_at) VALUES ('job', 'x', 1, '{}', :at)"
    with house.container.database().engine.begin() as connection:
        for minutes in (5, 30):
            at = now - timedelta(minutes=minutes)
            connection.execute(text(row), {"at": at.strftime("%Y-%m-%d %H:%M:%S.%f")})
    assert looked(findings.queue, house, "outbox").said.startswith("1 events and jobs wait")


@pytest.mark.parametrize(
    ("seconds", "state"),
    [(0.0, State.FINE), (20.0, State.WEAK), (-300.0, State.BROKEN)],
    ids=["0", "20", "-300"],
)
def test_a_clock_that_is_off_is_found(
    seconds: float, state: State, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = datetime.now(UTC) + timedelta(seconds=seconds)
    monkeypatch.setattr(findings, "instant_at", lambda _database: there)
    assert looked(findings.clock, house, "clock").state is state


def test_a_key_that_others_read_is_found(house: House) -> None:
    house.container.secret()
    key = house.settings.var / "secret.key"
    assert looked(findings.secrets, house, "secret key").state is State.FINE
    key.chmod(0o644)
    assert looked(findings.secrets, house, "secret key").mend == f"Run: chmod 600 {key}"
    shared = changed(house, database_url="postgresql://db/x", redis_url="redis://r")
    key.chmod(0o600)
    assert "other machines" in looked(findings.secrets, shared, "secret key").said
    short = [one.said for one in findings.secrets(changed(house, secret_key="short"))]
    assert short[0] == "It has 5 characters."


def test_little_room_and_a_storage_that_cannot_be_written_are_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert looked(findings.rooms, house, "storage").state is State.FINE
    house.settings.media_folder.joinpath(".work").rmdir()
    house.settings.media_folder.rmdir()
    house.settings.media_folder.write_text("a file")
    assert looked(findings.rooms, house, "storage").state is State.BROKEN
    for free, state in ((10**11, State.FINE), (10**9, State.WEAK), (10**8, State.BROKEN)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        assert looked(findings.rooms, house, "disk").state is state


def test_a_backup_that_is_old_or_was_never_made_is_found(house: House) -> None:
    assert looked(findings.backups, house, "backup").said == "This machine made none."
    mark = house.settings.var / ".last-backup"
    mark.write_text("")
    assert looked(findings.backups, house, "backup").state is State.FINE
    old = time.time() - 20 * 86_400
    os.utime(mark, (old, old))
    assert looked(findings.backups, house, "backup").said == "The last one was made 20 days ago."


def test_packages_that_are_not_the_locks_are_found(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(
        "click==0.1 \\\n    --hash=x\nclick==0.2 ; python_version < '4' \\\nno-such-package==1 \\\n"
    )
    (found,) = findings._not_as_locked(lock)
    assert found.endswith("instead of 0.1 or 0.2")


def a_channel(house: House, *domains: str) -> None:
    """A channel that answers on these names."""
    facade = house.container.channel.facade()
    with house.container.database().transaction(None):
        part = channel_part("prairie")
        part["channel"]["domains"] = list(domains)
        scope_to(facade.open_channel("prairie", "Prairie"))
        facade.apply_pack(part, {})


def test_no_database_is_waited_for_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patience: list[float] = []
    monkeypatch.setattr(the_doctor, "LOOKS", ())
    monkeypatch.setattr(the_doctor, "be_impatient", lambda _engine, seconds: patience.append(seconds))
    assert [one.part for one in the_doctor.examined({"TOUCHLINE_VAR": str(tmp_path)})] == ["settings"]
    assert patience == [findings.SECONDS]


def test_a_demo_that_visitors_do_not_reach_needs_neither_letters_nor_backups(house: House) -> None:
    def states() -> list[State]:
        alone = changed(house, development=False)
        return [
            looked(findings.mail, alone, "letters").state,
            looked(findings.backups, alone, "backup").state,
        ]

    assert states() == [State.WEAK, State.WEAK]
    a_channel(house, "prairie.localhost", "127.0.0.1")
    assert states() == [State.FINE, State.FINE]


def test_a_deployment_that_visitors_reach_by_its_number_needs_both(house: House) -> None:
    a_channel(house, "prairie.localhost", "10.0.0.7")
    alone = changed(house, development=False)
    assert looked(findings.mail, alone, "letters").state is State.WEAK
    assert looked(findings.backups, alone, "backup").state is State.WEAK


def test_a_name_that_leads_nowhere_is_found_and_this_machines_own_are_let_be(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_channel(house, "prairie.localhost")
    (own,) = findings_outside.domains(house)
    assert own.state is State.FINE

    def nowhere(*_: Any, **__: Any) -> None:
        raise socket.gaierror("no such name")

    monkeypatch.setattr(findings_outside, "public_names", lambda _house: ["watch.example.org"])
    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    (lost,) = findings_outside.domains(house)
    assert lost.said == "watch.example.org leads nowhere."


@contextmanager
def tls_server(folder: Path, days: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """Something that shows a certificate which holds so long, and a context that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=30))
        .not_valid_after(datetime.now(UTC) + timedelta(days=days, hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    file = folder / f"{days}.pem"
    file.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + made.public_bytes(pem)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    trusting = ssl.create_default_context(cadata=made.public_bytes(pem).decode())
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def show() -> None:
            line, _ = listener.accept()
            with line:
                try:
                    context.wrap_socket(line, server_side=True).close()
                except OSError:
                    return

        thread = threading.Thread(target=show, daemon=True)
        thread.start()
        yield listener.getsockname()[1], trusting
        thread.join(5)


def test_a_certificate_that_ends_soon_or_is_over_is_found(tmp_path: Path) -> None:
    with tls_server(tmp_path, 90) as (port, context):
        until = findings_outside.certificate_of("localhost", port, context)
    assert (
        findings_outside._of_certificate("localhost", until).said
        == "That of localhost holds for 90 more days."
    )
    with tls_server(tmp_path, 3) as (port, context):
        until = findings_outside.certificate_of("localhost", port, context)
    assert findings_outside._of_certificate("localhost", until).state is State.WEAK
    with (
        tls_server(tmp_path, -1) as (port, context),
        pytest.raises(ssl.SSLCertVerificationError, match="expired"),
    ):
        findings_outside.certificate_of("localhost", port, context)
    with tls_server(tmp_path, 90) as (port, _):
        (found,) = findings_outside._of_name("localhost", f"https://{{host}}:{port}")
    assert (found.state, "not valid" in found.said) == (State.BROKEN, True)


def test_proxies_that_do_not_fit_are_found(house: House) -> None:
    a_channel(house, "watch.example.org")
    assert "no proxy is trusted" in looked(findings_outside.proxies, house, "proxies").said
    open_one = changed(house, trusted_proxies=1, host="192.0.2.1")
    assert "goes around the proxy" in looked(findings_outside.proxies, open_one, "proxies").said
    assert looked(findings_outside.proxies, changed(house, trusted_proxies=1), "proxies").state is State.FINE


@pytest.mark.parametrize(
    ("endpoints", "words"),
    [
        ([], "is not there"),
        ([("https://watch.example.org/api/stripe/webhook", "disabled")], "is disabled"),
        ([("https://watch.example.org/other", "enabled")], "is not there"),
        ([("https://watch.example.org/api/stripe/webhook", "enabled")], "Stripe tells us"),
        (None, "could not be looked at"),
    ],
    ids=["none", "disabled", "another", "well", "refused"],
)
def test_what_is_wrong_with_the_webhook_is_found(endpoints: Any, words: str) -> None:
    def listed(_options: Any) -> Any:
        if endpoints is None:
            raise PermissionError
        return SimpleNamespace(data=[SimpleNamespace(url=url, status=status) for url, status in endpoints])

    stripe = SimpleNamespace(webhook_endpoints=SimpleNamespace(list=listed))
    (found,) = findings_outside.webhooks(stripe)
    assert words in found.said


def run(var: Path, *words: str, **variables: str) -> Result:
    environment = {"TOUCHLINE_VAR": str(var), "TOUCHLINE_QUEUE": "inline", **variables}
    return CliRunner().invoke(main, ["doctor", *words], env=environment)


def test_the_command_says_it_in_words_in_json_and_by_its_exit_code(house: House) -> None:
    var = house.settings.var
    weak = run(var)
    assert (weak.exit_code, "touchline backup FOLDER" in " ".join(weak.output.split())) == (1, True)
    assert "secret key" not in weak.output
    said = json.loads(run(var, "--json").output)
    assert (said["state"], {one["part"] for one in said["findings"]} >= {"database", "disk"}) == (
        "weak",
        True,
    )
    wrong = run(var, TOUCHLINE_PORT="all", TOUCHLINE_NONE="1")
    assert (wrong.exit_code, wrong.output.count("broken")) == (2, 2)


def test_what_cannot_be_looked_at_keeps_nothing_else_from_being_looked_at(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trips(_house: House) -> Iterator[Finding]:
        raise RuntimeError("out of the blue")

    monkeypatch.setattr(the_doctor, "LOOKS", (trips, *LOOKS))
    found = list(the_doctor.examined({"TOUCHLINE_VAR": str(house.settings.var), "TOUCHLINE_QUEUE": "inline"}))
    assert [one.said for one in found if one.part == "trips"] == ["It could not be looked at (RuntimeError)."]
    assert any(one.part == "disk" for one in found)
