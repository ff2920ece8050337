"""Forms on the real app: their fields, saved requests, and refused input."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from touchline.conftest import Visitor
from touchline.engagement.domain.form_requests import FormRequest
from touchline.engagement.tests.forms import WORKSHOP_FORM
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

VALID_ANSWERS = {
    "name": "Ada Moreau",
    "email": "ada@example.org",
    "subject": "The stream stopped",
    "message": "In the second period, for a minute.\nThen it went on.",
}


@pytest.fixture
def list_saved_requests(application: Application, transaction: Any) -> Callable[[int], list[FormRequest]]:
    """Return `list_saved_requests(channel_id)`, which lists the requests of a channel, oldest first."""

    engagement: Any = application.container.engagement

    def read_requests(channel_id: int) -> list[FormRequest]:
        with transaction(channel_id):
            return list(engagement.form_request_queries().iterate())

    return read_requests


@pytest.fixture
def workshop_form(application: Application, transaction: Any, visitor: Visitor) -> None:
    """Apply a pack with a form that reserves a seat in a workshop."""
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": [WORKSHOP_FORM]})


def test_every_channel_has_a_contact_form(visitor: Visitor) -> None:
    form = visitor.data("/custom-forms/contacts")
    assert (form["alias"], form["title"], form["robot_check"]) == ("contacts", "Contact us", False)
    assert "within 5 business days" in form["intro"] and "within 5 business days" in form["thanks"]
    assert [field["name"] for field in form["fields"]] == ["name", "email", "subject", "message"]
    assert form["fields"][3] == {
        "name": "message",
        "label": "Message",
        "type": "textarea",
        "required": True,
        "rules": {"min": 10, "max": 5000},
        "options": [],
    }


def test_a_form_uses_the_requested_language(visitor: Visitor) -> None:
    form = visitor.data("/custom-forms/contacts", lang="fr")
    assert (form["title"], form["submit"]) == ("Nous joindre", "Envoyer")


@pytest.mark.usefixtures("workshop_form")
def test_a_pack_form_is_found_by_its_alias_and_hides_its_recipient(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    response = visitor.get("/custom-forms/seat")
    assert "desk@example.org" not in response.text
    assert response.json is not None
    form = response.json["data"]
    assert [field["type"] for field in form["fields"]] == ["email", "select", "number", "checkbox"]
    assert form["fields"][1]["options"][0] == {"value": "clay", "label": "Clay"}
    assert form["thanks"] == ""
    assert other_visitor.get("/custom-forms/seat").status_code == 404
    assert other_visitor.post("/custom-forms/seat", fields={}).status_code == 404


def test_answers_are_saved(visitor: Visitor, list_saved_requests: Callable[[int], list[FormRequest]]) -> None:
    response = visitor.post("/custom-forms/contacts", fields={**VALID_ANSWERS, "other": "x"})
    assert response.status_code == 201 and response.json
    [request] = list_saved_requests(visitor.channel.id)
    assert (request.id, request.alias, request.account_id) == (response.json["data"]["id"], "contacts", None)
    assert request.answers == VALID_ANSWERS


def test_a_request_of_a_viewer_has_their_account(
    visitor: Visitor, list_saved_requests: Callable[[int], list[FormRequest]]
) -> None:
    viewer = visitor.register()
    assert viewer.post("/custom-forms/contacts", fields=VALID_ANSWERS).status_code == 201
    [request] = list_saved_requests(visitor.channel.id)
    assert request.account_id is not None


def test_requests_are_visible_in_their_channel_only(
    visitor: Visitor, other_visitor: Visitor, list_saved_requests: Callable[[int], list[FormRequest]]
) -> None:
    visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS)
    assert list_saved_requests(other_visitor.channel.id) == []


def test_errors_are_reported_by_field_name(
    visitor: Visitor, list_saved_requests: Callable[[int], list[FormRequest]]
) -> None:
    response = visitor.post("/custom-forms/contacts", fields={**VALID_ANSWERS, "email": "ada@", "name": " "})
    assert response.status_code == 422 and response.json
    assert response.json["errors"] == {
        "name": ["Field is required"],
        "email": ["A valid email address is required"],
    }
    assert list_saved_requests(visitor.channel.id) == []


@pytest.mark.parametrize(
    "body", [{}, {"fields": None}, {"fields": []}, {"fields": "text"}, {"fields": {"name": []}}]
)
def test_an_invalid_form_body_is_refused(visitor: Visitor, body: dict[str, Any]) -> None:
    assert visitor.post("/custom-forms/contacts", **body).status_code == 422


@pytest.mark.usefixtures("workshop_form")
def test_an_empty_form_is_refused(visitor: Visitor) -> None:
    response = visitor.post("/custom-forms/seat", fields={"name": "not a field of this form"})
    assert response.status_code == 422


def test_a_form_with_only_cleared_checkboxes_is_refused(
    application: Application, transaction: Any, visitor: Visitor
) -> None:
    boxes = [{"name": name, "label": {"en": name}, "type": "checkbox"} for name in ("one", "two")]
    form = {"key": "boxes", "title": {"en": "Boxes"}, "fields": boxes}
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": [form]})
    assert visitor.post("/custom-forms/boxes", fields={"one": False}).status_code == 422
    assert visitor.post("/custom-forms/boxes", fields={"one": True}).status_code == 201


def test_an_invalid_alias_is_not_found(visitor: Visitor) -> None:
    for method in (visitor.get, visitor.post):
        assert method("/custom-forms/a%00b").status_code == 404


@pytest.mark.parametrize(
    ("data", "content_type"),
    [
        ({"message": "see the file", "file": (b"MZ", "virus.exe")}, "multipart/form-data"),
        (b"\x89PNG", "image/png"),
    ],
)
def test_attachments_are_refused_with_a_message(
    visitor: Visitor, data: Any, content_type: str, list_saved_requests: Callable[[int], list[FormRequest]]
) -> None:
    if isinstance(data, dict):
        content, name = data["file"]
        data = {**data, "file": (BytesIO(content), name)}
    response = visitor.browser.post(
        "/api/custom-forms/contacts",
        query_string={"api_key": visitor.api_key},
        data=data,
        content_type=content_type,
    )
    assert response.status_code == 415 and response.json
    assert response.json["message"] == "Attachments are not accepted. Send text only."
    assert list_saved_requests(visitor.channel.id) == []


def test_an_address_can_submit_five_forms_per_hour(
    visitor: Visitor, clock: FixedClock, list_saved_requests: Callable[[int], list[FormRequest]]
) -> None:
    responses = [visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS) for _ in range(6)]
    assert [response.status_code for response in responses] == [201] * 5 + [429]
    assert 0 < int(responses[5].headers["Retry-After"]) <= 3600
    assert len(list_saved_requests(visitor.channel.id)) == 5


def test_refused_forms_are_not_counted(visitor: Visitor) -> None:
    for _ in range(8):
        assert visitor.post("/custom-forms/contacts", fields={}).status_code == 422
    assert visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS).status_code == 201


@pytest.fixture
def robot_check(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the robot check accept only the token `pass`."""
    check = application.adapters.robot_check()
    monkeypatch.setattr(check, "provider", "fake")
    monkeypatch.setattr(check, "service", "reCAPTCHA", raising=False)
    monkeypatch.setattr(check, "is_human", lambda token, ip: token == "pass")


@pytest.mark.usefixtures("robot_check")
@pytest.mark.parametrize(
    ("token", "message"),
    [
        (None, "A reCAPTCHA token required"),
        ("fail", "The reCAPTCHA token is invalid or you look like a robot"),
    ],
)
def test_bots_cannot_submit_forms(
    visitor: Visitor,
    token: str | None,
    message: str,
    list_saved_requests: Callable[[int], list[FormRequest]],
) -> None:
    response = visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS, robot_token=token)
    assert response.status_code == 422 and response.json
    assert response.json["errors"] == {"robot_token": [message]}
    assert list_saved_requests(visitor.channel.id) == []
    assert visitor.data("/custom-forms/contacts")["robot_check"] is True
    assert visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS, robot_token="pass").status_code == 201
