"""Pseudonyms: they exist as long as their account, and only for viewers who consented."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from touchline.analytics.adapters.jobs import ERASE_PSEUDONYMS, REGULAR
from touchline.analytics.adapters.sql.tables import AnalyticsEventRow, PendingErasureRow, PseudonymRow
from touchline.analytics.ports.store import StoreUnavailableError
from touchline.analytics.tests.ingest_fakes import CHROME, PAGE_VISIT
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.outbox import OutboxRow
from touchline.shared.tasks.jobs import Task


@pytest.fixture
def register_ada(visit: Any, analytics_channel: ChannelDetails) -> Visitor:
    """Register a viewer of the channel with analytics."""
    viewer: Visitor = visit(analytics_channel).register()
    return viewer


def post_beacon(client: FlaskClient, viewer: Visitor, **consented: Any) -> None:
    """Post a page visit of the viewer."""
    beacon = {**PAGE_VISIT, "user_id": viewer.data("/profile")["id"], **consented}
    response = client.post("/datalake/event/", json=beacon, headers={"User-Agent": CHROME})
    assert response.status_code == 202


def close_account(viewer: Visitor) -> None:
    """Close the account and confirm the link in the email."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    emails: Any = viewer.browser.get("/_outbox.json").json
    matches = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", row["text"]) for row in emails)
    link = next(row for row in matches if row)
    response = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert response.status_code == 204


def test_every_account_has_its_own_pseudonym(register_ada: Visitor, visit: Any, rows: Any) -> None:
    visit(register_ada.channel).register(email="bea@example.org")
    pseudonyms = rows(PseudonymRow)
    assert len({row.person for row in pseudonyms}) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", row.person) for row in pseudonyms)
    assert {row.channel_id for row in pseudonyms} == {register_ada.channel.id}


def test_a_repeated_account_event_creates_one_pseudonym(
    register_ada: Visitor, application: Application, transaction: Any, rows: Any
) -> None:
    (pseudonym_row,) = rows(PseudonymRow)
    container: Any = application.container
    with transaction(register_ada.channel.id):
        assert (
            container.analytics.pseudonyms().get_or_create(pseudonym_row.account_id) == pseudonym_row.person
        )
    assert len(rows(PseudonymRow)) == 1


def test_a_pseudonym_is_stored_only_with_consent(
    client: FlaskClient, register_ada: Visitor, ingest: Any, rows: Any
) -> None:
    post_beacon(client, register_ada, page="/no")
    post_beacon(client, register_ada, page="/yes", consent=True)
    post_beacon(client, register_ada, page="/stranger", consent=True, user_id=99_999)
    ingest.drain().drain_own_files()
    (pseudonym_row,) = rows(PseudonymRow)
    found = {row.page: row.person for row in rows(AnalyticsEventRow)}
    assert found == {"/no": None, "/yes": pseudonym_row.person, "/stranger": None}


def test_records_of_a_closed_account_stay_without_a_pseudonym(
    client: FlaskClient, register_ada: Visitor, visit: Any, ingest: Any, rows: Any, application: Application
) -> None:
    other_viewer = visit(register_ada.channel).register(email="bea@example.org")
    post_beacon(client, other_viewer, page="/hers", consent=True)
    post_beacon(client, register_ada, page="/before", consent=True)
    ingest.drain().drain_own_files()
    post_beacon(client, register_ada, page="/waits", consent=True)
    close_account(register_ada)
    ingest.drain().drain_own_files()
    application.runner.run(Task(ERASE_PSEUDONYMS, ()))
    (pseudonym_row,) = rows(PseudonymRow)
    found = {row.page: row.person for row in rows(AnalyticsEventRow)}
    assert found == {"/hers": pseudonym_row.person, "/before": None, "/waits": None}
    assert rows(PendingErasureRow) == []


def test_an_account_closed_while_the_store_is_unavailable_is_erased_later(
    client: FlaskClient,
    register_ada: Visitor,
    ingest: Any,
    rows: Any,
    application: Application,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post_beacon(client, register_ada, page="/before", consent=True)
    ingest.drain().drain_own_files()
    (pseudonym_row,) = rows(PseudonymRow)

    def raise_unavailable(*_args: Any) -> None:
        raise StoreUnavailableError

    with monkeypatch.context() as unavailable:
        unavailable.setattr(ingest.store(), "erase_pseudonym", raise_unavailable)
        close_account(register_ada)
        assert (rows(PseudonymRow), rows(OutboxRow)) == ([], []), "other subscribers have handled the event"
        application.runner.run(Task(ERASE_PSEUDONYMS, ()))
    assert [row.person for row in rows(AnalyticsEventRow)] == [pseudonym_row.person]
    assert [row.person for row in rows(PendingErasureRow)] == [pseudonym_row.person]
    for _ in range(2):
        application.runner.run(Task(ERASE_PSEUDONYMS, ()))
    assert ([row.person for row in rows(AnalyticsEventRow)], rows(PendingErasureRow)) == ([None], [])


def test_a_periodic_job_erases_pseudonyms() -> None:
    assert ERASE_PSEUDONYMS in {task.name for task in REGULAR}


def test_no_column_contains_the_email_address(register_ada: Visitor, rows: Any) -> None:
    (pseudonym_row,) = rows(PseudonymRow)
    assert NEW_VIEWER["email"] not in str(vars(pseudonym_row))
