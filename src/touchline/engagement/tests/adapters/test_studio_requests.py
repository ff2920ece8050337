"""The inbox of form requests in the studio, over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails, EmailRejectedError
from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.test_form_api import VALID_ANSWERS
from touchline.engagement.tests.forms import WORKSHOP_FORM
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.errors import UnavailableError

CONTACT = {"key": "contacts", "to": "help@example.org", "fields": []}
Emails = Callable[[], Sequence[Any]]
Hire = Callable[..., Visitor]


@pytest.fixture(autouse=True)
def pack(application: Application, transaction: Any, visitor: Visitor) -> None:
    """Apply a pack whose forms have recipients."""
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": [CONTACT, WORKSHOP_FORM]})


@pytest.fixture
def hire(
    application: Application,
    transaction: Any,
    visit: Callable[[ChannelDetails], Visitor],
    channel: ChannelDetails,
) -> Hire:
    """Return `hire("leo", "analyst")`, which returns an operator. The first one stays an owner."""

    def hire_operator(name: str, role: str = "owner") -> Visitor:
        email = f"{name}@example.org"
        operator = visit(channel).register(email=email, first_name=name.title())
        with transaction(channel.id):
            application.container.channel.operator_admin().add(email, unverified=True)
        if role != "owner":
            member = f"/studio/team/{operator.data('/profile')['id']}"
            assert operator.post(member, _method="patch", role=role).status_code == 200
        return operator

    return hire_operator


@pytest.fixture
def rosa(hire: Hire) -> Visitor:
    """Return an owner of the channel."""
    return hire("rosa")


@pytest.fixture
def request_id(visitor: Visitor) -> int:
    """Return the id of a visitor's request."""
    return submit(visitor, "contacts", VALID_ANSWERS)


def submit(visitor: Visitor, form: str, fields: dict[str, Any]) -> int:
    response = visitor.post(f"/custom-forms/{form}", fields=fields)
    assert response.status_code == 201 and response.json
    number: int = response.json["data"]["id"]
    return number


def show(operator: Visitor, request_id: int) -> dict[str, Any]:
    request: dict[str, Any] = operator.data(f"/studio/requests/{request_id}")
    return request


def update(operator: Visitor, request_id: int, **body: Any) -> Any:
    return operator.post(f"/studio/requests/{request_id}", _method="patch", **body)


def reply(operator: Visitor, request_id: int, **body: Any) -> Any:
    defaults = {"version": 1, "text": "Thank you.\n\nWe repaired it.", "close": True}
    return operator.post(f"/studio/requests/{request_id}/replies", **{**defaults, **body})


def test_requests_are_listed_and_filtered(visitor: Visitor, rosa: Visitor, request_id: int) -> None:
    workshop_id = submit(visitor, "seat", {"email": "leo@example.org", "craft": "clay"})

    def list_ids(**query: str) -> list[int]:
        return [row["id"] for row in rosa.data("/studio/requests", **query)]

    assert list_ids() == [workshop_id, request_id]
    assert list_ids(form="seat") == list_ids(q="LEO@example") == [workshop_id]
    assert list_ids(q="moreau") == [request_id]
    assert list_ids(status="closed") == list_ids(assignee="me") == []
    operator_id = rosa.data("/studio/requests/filters")["operators"][0]["account_id"]
    assert update(rosa, request_id, version=1, status="closed", assignee_id=operator_id).status_code == 200
    assert list_ids(status="closed") == list_ids(assignee="me") == [request_id]
    assert list_ids(assignee="none") == list_ids(status="open") == [workshop_id]


def test_a_request_shows_its_answers_with_the_labels_of_the_form(visitor: Visitor, rosa: Visitor) -> None:
    request = show(rosa, submit(visitor, "seat", {"email": "leo@example.org", "craft": "clay"}))
    assert (request["form_title"], request["recipient"]) == ("A seat in a workshop", "leo@example.org")
    assert request["answers"] == [
        {"question": "Email", "answer": "leo@example.org"},
        {"question": "Craft", "answer": "Clay"},
        {"question": "Email me about other workshops", "answer": "no"},
    ]


def test_a_reply_is_emailed_in_the_channels_name(rosa: Visitor, request_id: int, emails: Emails) -> None:
    response = reply(rosa, request_id)
    assert response.status_code == 200, response.json
    email = emails()[0]
    assert (email.to, email.reply_to, email.sender_name) == ("ada@example.org", "help@example.org", "Prairie")
    assert email.subject == "Prairie answered your request"
    assert "Thank you.\n\nWe repaired it." in email.text
    request = show(rosa, request_id)
    assert (request["status"], request["version"]) == ("closed", 2)
    [stored] = request["replies"]
    assert (stored["author"], stored["state"]) == ("Rosa Moreau", "sent")


def test_a_reply_is_in_the_language_of_the_form(visitor: Visitor, rosa: Visitor, emails: Emails) -> None:
    response = visitor.post("/custom-forms/contacts?lang=fr", fields=VALID_ANSWERS)
    assert reply(rosa, response.get_json()["data"]["id"], text="Merci.").status_code == 200
    assert emails()[0].subject == "Prairie a répondu à votre demande"


def test_a_second_operator_sees_the_first_reply_before_sending(
    hire: Hire, rosa: Visitor, request_id: int, emails: Emails
) -> None:
    leo = hire("leo")
    version = show(leo, request_id)["version"]
    assert reply(rosa, request_id, version=version).status_code == 200
    response = reply(leo, request_id, version=version, text="Hello")
    assert (response.status_code, response.json["code"]) == (409, "errors.request_changed")
    assert response.json["version"] == version + 1
    assert len(show(leo, request_id)["replies"]) == 1
    assert reply(leo, request_id, version=version + 1, text="Hello").status_code == 200


def test_a_reply_is_stored_while_mail_is_down(
    application: Application,
    clock: FixedClock,
    rosa: Visitor,
    request_id: int,
    emails: Emails,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def raise_unavailable(_email: object) -> None:
        raise UnavailableError("The mail server does not respond.")

    before = len(emails())
    with monkeypatch.context() as patch:
        patch.setattr(application.adapters.mailer(), "send", raise_unavailable)
        assert reply(rosa, request_id).status_code == 200
    [stored] = show(rosa, request_id)["replies"]
    assert (stored["state"], stored["failure"]) == ("queued", "unavailable")
    path = f"/studio/request-replies/{stored['id']}/retry"
    assert rosa.post(path).status_code == 400
    clock.advance(timedelta(hours=26))
    assert show(rosa, request_id)["replies"][0]["state"] == "failed"
    assert rosa.post(path).status_code == 200
    assert show(rosa, request_id)["replies"][0]["state"] == "sent"
    assert len(emails()) == before + 1


def test_a_rejected_reply_has_failed(
    application: Application, rosa: Visitor, request_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reject(_email: object) -> None:
        raise EmailRejectedError("There is no such mailbox.")

    monkeypatch.setattr(application.adapters.mailer(), "send", reject)
    assert reply(rosa, request_id).status_code == 200
    [stored] = show(rosa, request_id)["replies"]
    assert (stored["state"], stored["failure"]) == ("failed", "rejected")


def test_only_operators_with_the_permission_are_assigned(hire: Hire, rosa: Visitor, request_id: int) -> None:
    analyst_id = hire("leo", "analyst").data("/profile")["id"]
    response = update(rosa, request_id, version=1, assignee_id=analyst_id)
    assert response.json["error_codes"]["assignee_id"][0]["code"] == "errors.assignee_invalid"
    rosa_id = rosa.data("/profile")["id"]
    assert update(rosa, request_id, version=1, assignee_id=rosa_id).json["data"]["assignee"] == {
        "account_id": rosa_id,
        "name": "Rosa Moreau",
    }
    assert update(rosa, request_id, version=2, assignee_id=None).json["data"]["assignee"] is None


def test_requests_need_the_permission(hire: Hire, rosa: Visitor, request_id: int) -> None:
    analyst = hire("leo", "analyst")
    assert analyst.get("/studio/requests").status_code == 403
    assert reply(analyst, request_id).status_code == 403


def test_erasing_an_operator_keeps_the_reply_without_its_author(
    application: Application, transaction: Any, rosa: Visitor, hire: Hire, request_id: int
) -> None:
    rosa_id = rosa.data("/profile")["id"]
    assert update(rosa, request_id, version=1, assignee_id=rosa_id).status_code == 200
    assert reply(rosa, request_id, version=2).status_code == 200
    with transaction(rosa.channel.id):
        application.container.engagement.erase_viewer()(rosa_id)
    request = show(hire("leo"), request_id)
    assert (request["assignee"], request["replies"][0]["author"]) == (None, "")


def test_erasing_a_viewer_deletes_requests_and_replies(
    application: Application, transaction: Any, visitor: Visitor, rosa: Visitor
) -> None:
    viewer = visitor.register()
    request_id = submit(viewer, "contacts", VALID_ANSWERS)
    assert reply(rosa, request_id).status_code == 200
    with transaction(viewer.channel.id):
        application.container.engagement.erase_viewer()(viewer.data("/profile")["id"])
        assert application.container.engagement.request_replies().list_for_request(request_id) == []
    assert rosa.get(f"/studio/requests/{request_id}").status_code == 404
