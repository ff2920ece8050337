"""The audit log of commands, on the real tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner

from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.adapters.cli.activity_commands import activity
from touchline.channel.adapters.cli.operator_commands import operators
from touchline.channel.adapters.cli.webhook_commands import webhooks
from touchline.channel.domain.operators.audit_log import AuditEntry, AuditFilter
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.audit.calls import record_audit
from touchline.shared.audit import Actor, ActorKind, AuditRecord, AuditSubject
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId, SessionId

GROUPS: dict[str, Any] = {
    "accounts": accounts,
    "activity": activity,
    "operators": operators,
    "webhooks": webhooks,
}
ListEntries = Callable[..., list[AuditEntry]]


def run_command(*arguments: str) -> str:
    """Run `touchline …` and return its output."""
    result = CliRunner(env={"COLUMNS": "120"}).invoke(GROUPS[arguments[0]], arguments[1:])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


@pytest.fixture
def list_entries(application: Application, channel: ChannelDetails) -> ListEntries:
    """Return a function that lists the entries, newest first."""

    def list_all(**filters: Any) -> list[AuditEntry]:
        audit_log = application.container.channel.audit_log()
        with application.container.database().transaction(channel.id):
            return list(audit_log.list(AuditFilter(**filters), 100))

    return list_all


@pytest.fixture
def ada_id(
    visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails, application: Application
) -> AccountId:
    """Return the id of a registered viewer, ada@example.org."""
    visit(channel).register()
    with application.container.database().transaction(channel.id):
        return AccountId(application.container.channel.facade().find_account_id("ada@example.org"))


def test_a_command_records_its_user_action_subject_and_reason(
    ada_id: AccountId, list_entries: ListEntries
) -> None:
    run_command("accounts", "suspend", "ada@example.org", "--reason", "A parent asked.")
    (entry,) = list_entries()
    assert entry.actor.kind is ActorKind.COMMAND and entry.actor.id == entry.actor_name != ""
    assert (entry.record.action, entry.record.reason) == ("account.suspend", "A parent asked.")
    assert entry.record.subject == AuditSubject("account", str(ada_id))
    assert entry.at == NOON


def test_a_command_without_records_of_its_own_stores_its_arguments(
    ada_id: AccountId, list_entries: ListEntries
) -> None:
    run_command("operators", "add", "ada@example.org", "--allow-unverified")
    (entry,) = list_entries()
    assert entry.record.action == "operator.add"
    assert entry.record.after == {"allow_unverified": True, "role": "owner"}
    assert entry.record.subject == AuditSubject("account", str(ada_id))


def test_a_new_webhook_endpoint_is_recorded_by_its_id_and_without_its_url(
    channel: ChannelDetails, list_entries: ListEntries
) -> None:
    run_command("webhooks", "add", "https://hooks.example.org/T0/s3cr3t", "--description", "Scores")
    (entry,) = list_entries()
    assert entry.record.action == "webhook_endpoint.create"
    assert entry.record.subject.kind == "webhook_endpoint" and entry.record.subject.id
    assert entry.record.after == {"description": "Scores"}


def test_a_refused_command_leaves_no_entry(ada_id: AccountId, list_entries: ListEntries) -> None:
    with pytest.raises(RefusedError):
        run_command("operators", "add", "ada@example.org")
    assert list_entries() == []


def test_a_read_of_personal_data_is_recorded_before_it_is_shown(
    ada_id: AccountId, list_entries: ListEntries, monkeypatch: pytest.MonkeyPatch, application: Application
) -> None:
    accounts = application.container.channel.accounts()

    def fail(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(accounts, "list_newest", fail)
    with pytest.raises(BrokenPipeError):
        run_command("accounts", "list", "--search", "Ada Moreau")
    (entry,) = list_entries()
    assert (entry.record.action, entry.record.after) == ("account.list", {"limit": 100})


def test_a_list_without_personal_data_leaves_no_entry(
    channel: ChannelDetails, list_entries: ListEntries
) -> None:
    run_command("activity", "list", "--json")
    assert list_entries() == []


def test_no_password_name_or_address_of_a_viewer_is_stored(
    application: Application, channel: ChannelDetails, list_entries: ListEntries
) -> None:
    names = ("--first-name", "Zorblatta", "--last-name", "Quixmarch", "--password-stdin", "--verified")
    CliRunner().invoke(
        GROUPS["accounts"], ["add", "zorb@example.org", *names], input="tumbling pucks at noon\n"
    )
    run_command("accounts", "reset-password", "zorb@example.org")
    run_command("accounts", "erase", "zorb@example.org", "--yes", "--reason", "zorb@example.org asked")
    stored = str(list_entries())
    actions = [entry.record.action for entry in list_entries()]
    assert actions == ["account.erase", "account.reset_password", "account.add"]
    for text in ("Zorblatta", "Quixmarch", "zorb", "tumbling"):
        assert text not in stored, text


def test_work_without_an_operator_belongs_to_the_system(
    application: Application, channel: ChannelDetails, list_entries: ListEntries
) -> None:
    with application.container.database().transaction(channel.id):
        record_audit(AuditRecord("clip.hide", AuditSubject("clip", "3")))
    assert [entry.actor.key for entry in list_entries()] == ["system"]


def test_an_entry_is_rolled_back_with_its_act(
    application: Application, channel: ChannelDetails, list_entries: ListEntries
) -> None:
    def fail() -> None:
        with application.container.database().transaction(channel.id):
            record_audit(AuditRecord("clip.hide"))
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        fail()
    assert list_entries() == []


def add_entries(
    application: Application, channel: ChannelDetails, actor: Actor, *records: AuditRecord
) -> None:
    """Write records of an actor."""
    with application.container.database().transaction(channel.id):
        application.container.channel.write_audit_entries()(actor, records)


def test_a_closed_account_keeps_its_entries_without_name_and_address(
    application: Application, channel: ChannelDetails, ada_id: AccountId, list_entries: ListEntries
) -> None:
    actor = Actor(ActorKind.ACCOUNT, str(ada_id), SessionId(7), "203.0.113.9")
    add_entries(application, channel, actor, AuditRecord("event.update", AuditSubject("event", "3")))
    (entry,) = list_entries(actor=actor.key)
    assert (entry.actor, entry.actor_name) == (actor, "Ada Moreau")
    run_command("accounts", "erase", "ada@example.org", "--yes")
    (entry,) = list_entries(actor=actor.key)
    assert (entry.actor_name, entry.actor.ip, entry.actor.session_id) == ("", "", 7)


def test_entries_are_deleted_after_their_retention_in_batches(
    application: Application,
    channel: ChannelDetails,
    list_entries: ListEntries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("touchline.channel.application.operators.audit_log.BATCH_SIZE", 2)
    container: Any = application.container
    add_entries(application, channel, Actor(), *(AuditRecord("clip.hide") for _ in range(5)))
    delete_expired = container.channel.delete_expired_audit_entries()
    container.clock().advance(timedelta(days=729))
    assert delete_expired() == 0
    container.clock().advance(timedelta(days=2))
    add_entries(application, channel, Actor(), AuditRecord("clip.show"))
    assert delete_expired() == 5
    assert [entry.record.action for entry in list_entries()] == ["clip.show"]


def test_the_log_of_another_channel_is_not_shown(
    application: Application,
    channel: ChannelDetails,
    other_channel: ChannelDetails,
    list_entries: ListEntries,
) -> None:
    add_entries(application, other_channel, Actor(), AuditRecord("clip.hide"))
    assert list_entries() == []


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["c", "b", "a"]),
        ({"action": "event.update"}, ["b", "a"]),
        ({"actor": "account:5"}, ["a"]),
        ({"subject": AuditSubject("event")}, ["b", "a"]),
        ({"subject": AuditSubject("event", "2")}, ["b"]),
        ({"since": NOON + timedelta(seconds=1)}, []),
        ({"until": NOON}, []),
    ],
)
def test_entries_are_filtered(
    application: Application,
    channel: ChannelDetails,
    list_entries: ListEntries,
    filters: dict[str, Any],
    expected: list[str],
) -> None:
    record = AuditRecord("event.update", AuditSubject("event", "1", "a"))
    add_entries(application, channel, Actor(ActorKind.ACCOUNT, "5"), record)
    add_entries(
        application,
        channel,
        Actor(),
        AuditRecord("event.update", AuditSubject("event", "2", "b")),
        AuditRecord("order.refund", AuditSubject("order", "9", "c")),
    )
    assert [entry.record.subject.label for entry in list_entries(**filters)] == expected


def test_pages_follow_each_other_without_gaps(application: Application, channel: ChannelDetails) -> None:
    container: Any = application.container
    for number in range(5):
        container.clock().advance(timedelta(seconds=number % 2))
        add_entries(
            application, channel, Actor(), AuditRecord("clip.hide", AuditSubject("clip", str(number)))
        )
    read_audit_log, seen, cursor = container.channel.read_audit_log(), [], None
    for _ in range(3):
        with container.database().transaction(channel.id):
            page, cursor = read_audit_log.list(AuditFilter(), 2, cursor)
        seen += [entry.record.subject.id for entry in page]
    assert (seen, cursor) == (["4", "3", "2", "1", "0"], None)


def test_the_actor_of_an_unknown_account_has_no_name(
    application: Application, channel: ChannelDetails
) -> None:
    add_entries(application, channel, Actor(ActorKind.ACCOUNT, str(AccountId(99))), AuditRecord("clip.hide"))
    with application.container.database().transaction(channel.id):
        (actor,) = application.container.channel.audit_log().list_actors()
    assert json.dumps([actor.key, actor.name]) == '["account:99", ""]'
