"""`GET /studio/activity…` for operators."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from touchline.channel.domain.operators.audit_log import AuditFilter
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.audit import Actor, ActorKind, AuditRecord, AuditSubject
from touchline.shared.ids import SessionId

ENTRIES = (
    (Actor(ActorKind.COMMAND, "root"), AuditRecord("channel.apply", AuditSubject("channel", "prairie"))),
    (
        Actor(ActorKind.ACCOUNT, "99", SessionId(7), "203.0.113.9"),
        AuditRecord(
            "event.cancel",
            AuditSubject("event", "12", "=Northgate @ Ridge"),
            before={"status": "scheduled"},
            after={"status": "canceled"},
            reason="Storm",
        ),
    ),
)


@pytest.fixture
def operator(visitor: Visitor, application: Application, channel: ChannelDetails) -> Visitor:
    """Return an operator of a channel with two entries, a day apart."""
    container: Any = application.container
    person = visitor.register(email="operator@example.org")
    with container.database().transaction(channel.id):
        container.channel.operator_admin().add("operator@example.org", unverified=True)
    for actor, record in ENTRIES:
        with container.database().transaction(channel.id):
            container.channel.write_audit_entries()(actor, (record,))
        container.clock().advance(timedelta(days=1))
    return person


def list_actions(operator: Visitor, **query: Any) -> list[str]:
    """Return the actions of a list."""
    return [entry["action"] for entry in operator.data("/studio/activity", **query)]


def test_an_operator_sees_who_did_what_from_where(operator: Visitor) -> None:
    latest, _ = operator.data("/studio/activity")
    assert (latest["actor"], latest["session_id"], latest["ip"]) == ("account:99", 7, "203.0.113.9")
    assert (latest["action"], latest["reason"]) == ("event.cancel", "Storm")
    assert (latest["before"], latest["after"]) == ({"status": "scheduled"}, {"status": "canceled"})
    assert latest["subject_label"] == "=Northgate @ Ridge"
    assert latest["at"].endswith("Z")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"actor": "command:root"}, ["channel.apply"]),
        ({"action": "event.cancel"}, ["event.cancel"]),
        ({"subject": "event"}, ["event.cancel"]),
        ({"subject": "event:12"}, ["event.cancel"]),
        ({"subject": "event:13"}, []),
        ({"from": "2026-11-22"}, ["event.cancel"]),
        ({"to": "2026-11-21"}, ["channel.apply"]),
    ],
)
def test_the_list_is_filtered(operator: Visitor, query: dict[str, str], expected: list[str]) -> None:
    assert list_actions(operator, **query) == expected


def test_the_next_page_begins_after_the_cursor(operator: Visitor) -> None:
    first: Any = operator.get("/studio/activity", limit=1).json
    assert first["meta"]["next"]
    second: Any = operator.get("/studio/activity", limit=1, cursor=first["meta"]["next"]).json
    assert [page["data"][0]["action"] for page in (first, second)] == ["event.cancel", "channel.apply"]
    assert second["meta"] == {"next": None}


@pytest.mark.parametrize(
    "query", [{"from": "2026-13-40"}, {"to": "tomorrow"}, {"cursor": "7"}, {"cursor": "2026-01-01_1"}]
)
def test_an_invalid_day_or_cursor_is_refused(operator: Visitor, query: dict[str, Any]) -> None:
    assert operator.get("/studio/activity", **query).status_code == 422


def test_all_actors_are_listed_for_the_filter(operator: Visitor) -> None:
    assert operator.data("/studio/activity/actors") == [
        {"key": "account:99", "name": ""},
        {"key": "command:root", "name": "root"},
    ]


def test_an_export_has_all_entries_and_becomes_one(operator: Visitor) -> None:
    response = operator.get("/studio/activity.csv", subject="event")
    assert response.headers["Content-Disposition"] == 'attachment; filename="activity.csv"'
    (row,) = csv.DictReader(io.StringIO(response.get_data(as_text=True).lstrip("\ufeff")))
    assert (row["subject_label"], json.loads(row["after"])) == ("'=Northgate @ Ridge", {"status": "canceled"})
    exported = operator.get("/studio/activity.json").json
    assert isinstance(exported, list)
    exports = ["activity.export"] * 2
    assert [entry["action"] for entry in exported] == [*exports, "event.cancel", "channel.apply"]
    _, latest = operator.data("/studio/activity", action="activity.export")
    assert latest["after"] == {"subject": "event"}
    assert (latest["action"], latest["actor_name"]) == ("activity.export", "Ada Moreau")
    assert latest["ip"] == "127.0.0.1" and latest["session_id"]


def test_an_export_without_entries_is_an_empty_array(operator: Visitor) -> None:
    assert operator.get("/studio/activity.json", action="order.refund").json == []


def test_viewers_do_not_see_the_activity(
    operator: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    visitor = visit(operator.channel)
    viewer = visit(operator.channel).register(email="viewer@example.org")
    for path in ("activity", "activity/actors", "activity.csv", "activity.json"):
        assert viewer.get(f"/studio/{path}").status_code == 403
        assert visitor.get(f"/studio/{path}").status_code == 401


@pytest.mark.parametrize(
    ("filters", "index"),
    [
        ({}, "ix_audit_entry_of_channel"),
        ({"actor": "account:99"}, "ix_audit_entry_of_actor"),
        ({"action": "event.cancel"}, "ix_audit_entry_of_action"),
        ({"subject": AuditSubject("event")}, "ix_audit_entry_of_kind"),
        ({"subject": AuditSubject("event", "12")}, "ix_audit_entry_of_subject"),
    ],
)
def test_a_list_is_one_query_on_an_index_without_a_sort(
    application: Application,
    operator: Visitor,
    transaction: Callable[..., Any],
    filters: dict[str, Any],
    index: str,
) -> None:
    container: Any = application.container
    engine, plans = container.database().engine, list[str]()
    is_sqlite = engine.dialect.name == "sqlite"

    def explain(_connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if not is_sqlite:
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {'QUERY PLAN ' if is_sqlite else ''}{statement}", parameters)
        plans.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", explain)
    try:
        with transaction(operator.channel.id):
            container.channel.audit_log().list(AuditFilter(**filters), 50)
    finally:
        event.remove(engine, "before_cursor_execute", explain)
    (plan,) = plans
    if is_sqlite:
        assert index in plan and "TEMP B-TREE" not in plan, plan
    else:
        assert "Seq Scan" not in plan and "ix_audit_entry" in plan, plan
