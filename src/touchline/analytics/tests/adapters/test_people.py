"""Pseudonyms begin and end with accounts, and stand for viewers who agreed alone."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from touchline.analytics.adapters.jobs import FORGET_LEAVERS, REGULAR
from touchline.analytics.adapters.sql.tables import HappeningRow, LeaverRow, PersonRow
from touchline.analytics.ports.store import StoreUnavailable
from touchline.analytics.tests.intake_fakes import CHROME, VISIT
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.outbox import OutboxRow
from touchline.shared.jobs import Task


@pytest.fixture
def ada(visit: Any, counted: ChannelFacts) -> Visitor:
    """A viewer of the counted channel."""
    viewer: Visitor = visit(counted).register()
    return viewer


def tell(client: FlaskClient, viewer: Visitor, **said: Any) -> None:
    """The viewer visits a page."""
    told = {**VISIT, "user_id": viewer.data("/profile")["id"], **said}
    answer = client.post("/datalake/event/", json=told, headers={"User-Agent": CHROME})
    assert answer.status_code == 202


def close(viewer: Visitor) -> None:
    """Confirm the link of the letter."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    letters: Any = viewer.browser.get("/_outbox.json").json
    found = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", one["text"]) for one in letters)
    link = next(one for one in found if one)
    answer = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert answer.status_code == 204


def test_every_account_has_a_pseudonym_of_its_own(ada: Visitor, visit: Any, rows: Any) -> None:
    visit(ada.channel).register(email="bea@example.org")
    people = rows(PersonRow)
    assert len({one.person for one in people}) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", one.person) for one in people)
    assert {one.channel_id for one in people} == {ada.channel.id}


def test_whoever_hears_of_an_account_twice_makes_one_pseudonym(
    ada: Visitor, house: House, transaction: Any, rows: Any
) -> None:
    (known,) = rows(PersonRow)
    container: Any = house.container
    with transaction(ada.channel.id):
        assert container.analytics.intake.people().make(known.account_id) == known.person
    assert len(rows(PersonRow)) == 1


def test_a_person_is_kept_only_where_the_viewer_agreed(
    client: FlaskClient, ada: Visitor, intake: Any, rows: Any
) -> None:
    tell(client, ada, page="/no")
    tell(client, ada, page="/yes", consent=True)
    tell(client, ada, page="/stranger", consent=True, user_id=99_999)
    intake.drain().own()
    (known,) = rows(PersonRow)
    found = {one.page: one.person for one in rows(HappeningRow)}
    assert found == {"/no": None, "/yes": known.person, "/stranger": None}


def test_of_a_closed_account_facts_stay_and_are_nobodys(
    client: FlaskClient, ada: Visitor, visit: Any, intake: Any, rows: Any, house: House
) -> None:
    bea = visit(ada.channel).register(email="bea@example.org")
    tell(client, bea, page="/hers", consent=True)
    tell(client, ada, page="/before", consent=True)
    intake.drain().own()
    tell(client, ada, page="/waits", consent=True)
    close(ada)
    intake.drain().own()
    house.runner.run(Task(FORGET_LEAVERS, ()))
    (known,) = rows(PersonRow)
    found = {one.page: one.person for one in rows(HappeningRow)}
    assert found == {"/hers": known.person, "/before": None, "/waits": None}
    assert rows(LeaverRow) == []


def test_an_account_ends_while_the_store_is_away_and_its_facts_are_nobodys_once_it_is_back(
    client: FlaskClient, ada: Visitor, intake: Any, rows: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(client, ada, page="/before", consent=True)
    intake.drain().own()
    (known,) = rows(PersonRow)

    def fail(*_asked: Any) -> None:
        raise StoreUnavailable

    with monkeypatch.context() as away:
        away.setattr(intake.store(), "forget_person", fail)
        close(ada)
        assert (rows(PersonRow), rows(OutboxRow)) == ([], []), "whoever else hears of it has done their part"
        house.runner.run(Task(FORGET_LEAVERS, ()))
    assert [one.person for one in rows(HappeningRow)] == [known.person]
    assert [one.person for one in rows(LeaverRow)] == [known.person]
    for _ in range(2):
        house.runner.run(Task(FORGET_LEAVERS, ()))
    assert ([one.person for one in rows(HappeningRow)], rows(LeaverRow)) == ([None], [])


def test_each_minute_somebody_forgets_those_who_left() -> None:
    assert FORGET_LEAVERS in {task.name for task in REGULAR}


def test_the_address_of_a_viewer_is_in_no_column(ada: Visitor, rows: Any) -> None:
    (known,) = rows(PersonRow)
    assert NEWCOMER["email"] not in str(vars(known))
