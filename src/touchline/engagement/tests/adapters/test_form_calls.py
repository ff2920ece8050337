"""Forms on the real app: what a page is told, what is kept, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from touchline.conftest import Visitor
from touchline.engagement.domain.requests import Request
from touchline.engagement.tests.forms import SEAT
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

WRITTEN = {
    "name": "Ada Moreau",
    "email": "ada@example.org",
    "subject": "The stream stopped",
    "message": "In the second period, for a minute.\nThen it went on.",
}


@pytest.fixture
def kept(house: House, transaction: Any) -> Callable[[int], list[Request]]:
    """`kept(channel_id)`: the requests of a channel, oldest first."""

    engagement: Any = house.container.engagement

    def read(channel_id: int) -> list[Request]:
        with transaction(channel_id):
            return list(engagement.forms.requests().each())

    return read


@pytest.fixture
def workshop(house: House, transaction: Any, visitor: Visitor) -> None:
    """The channel's pack has a form for a seat in a workshop."""
    with transaction(visitor.channel.id):
        house.container.engagement.facade().apply_pack({"forms": [SEAT]})


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


def test_a_form_speaks_the_viewers_language(visitor: Visitor) -> None:
    form = visitor.data("/custom-forms/contacts", lang="fr")
    assert (form["title"], form["submit"]) == ("Nous écrire", "Envoyer")


@pytest.mark.usefixtures("workshop")
def test_a_form_of_the_pack_is_found_by_its_alias_and_does_not_tell_whom_it_writes_to(
    visitor: Visitor, stranger: Visitor
) -> None:
    answer = visitor.get("/custom-forms/seat")
    assert "desk@example.org" not in answer.text
    assert answer.json is not None
    told = answer.json["data"]
    assert [field["type"] for field in told["fields"]] == ["email", "select", "number", "checkbox"]
    assert told["fields"][1]["options"][0] == {"value": "clay", "label": "Clay"}
    assert told["thanks"] == ""
    assert stranger.get("/custom-forms/seat").status_code == 404
    assert stranger.post("/custom-forms/seat", fields={}).status_code == 404


def test_what_was_written_is_kept(visitor: Visitor, kept: Callable[[int], list[Request]]) -> None:
    answer = visitor.post("/custom-forms/contacts", fields={**WRITTEN, "other": "x"})
    assert answer.status_code == 201 and answer.json
    [request] = kept(visitor.channel.id)
    assert (request.id, request.alias, request.account_id) == (answer.json["data"]["id"], "contacts", None)
    assert request.answers == WRITTEN


def test_a_viewers_request_is_theirs(visitor: Visitor, kept: Callable[[int], list[Request]]) -> None:
    viewer = visitor.register()
    assert viewer.post("/custom-forms/contacts", fields=WRITTEN).status_code == 201
    [request] = kept(visitor.channel.id)
    assert request.account_id is not None


def test_a_channel_does_not_see_anothers_requests(
    visitor: Visitor, stranger: Visitor, kept: Callable[[int], list[Request]]
) -> None:
    visitor.post("/custom-forms/contacts", fields=WRITTEN)
    assert kept(stranger.channel.id) == []


def test_all_that_is_wrong_stands_under_the_names_of_the_fields(
    visitor: Visitor, kept: Callable[[int], list[Request]]
) -> None:
    answer = visitor.post("/custom-forms/contacts", fields={**WRITTEN, "email": "ada@", "name": " "})
    assert answer.status_code == 422 and answer.json
    assert answer.json["errors"] == {
        "name": ["Field is required"],
        "email": ["A valid email address is required"],
    }
    assert kept(visitor.channel.id) == []


@pytest.mark.parametrize(
    "body", [{}, {"fields": None}, {"fields": []}, {"fields": "text"}, {"fields": {"name": []}}]
)
def test_what_is_no_form_is_refused(visitor: Visitor, body: dict[str, Any]) -> None:
    assert visitor.post("/custom-forms/contacts", **body).status_code == 422


@pytest.mark.usefixtures("workshop")
def test_an_empty_form_is_no_request(visitor: Visitor) -> None:
    answer = visitor.post("/custom-forms/seat", fields={"name": "of no field"})
    assert answer.status_code == 422


def test_boxes_that_nobody_ticked_are_no_request(house: House, transaction: Any, visitor: Visitor) -> None:
    boxes = [{"name": name, "label": {"en": name}, "type": "checkbox"} for name in ("one", "two")]
    form = {"key": "boxes", "title": {"en": "Boxes"}, "fields": boxes}
    with transaction(visitor.channel.id):
        house.container.engagement.facade().apply_pack({"forms": [form]})
    assert visitor.post("/custom-forms/boxes", fields={"one": False}).status_code == 422
    assert visitor.post("/custom-forms/boxes", fields={"one": True}).status_code == 201


def test_an_alias_that_no_form_can_have_is_no_form(visitor: Visitor) -> None:
    for method in (visitor.get, visitor.post):
        assert method("/custom-forms/a%00b").status_code == 404


@pytest.mark.parametrize(
    ("data", "content_type"),
    [
        ({"message": "see the file", "file": (b"MZ", "virus.exe")}, "multipart/form-data"),
        (b"\x89PNG", "image/png"),
    ],
)
def test_attachments_are_refused_in_a_sentence(
    visitor: Visitor, data: Any, content_type: str, kept: Callable[[int], list[Request]]
) -> None:
    if isinstance(data, dict):
        content, name = data["file"]
        data = {**data, "file": (BytesIO(content), name)}
    answer = visitor.browser.post(
        "/api/custom-forms/contacts",
        query_string={"api_key": visitor.api_key},
        data=data,
        content_type=content_type,
    )
    assert answer.status_code == 415 and answer.json
    assert answer.json["message"] == "Attachments are not taken. Please send text alone."
    assert kept(visitor.channel.id) == []


def test_an_address_sends_five_forms_an_hour_and_no_more(
    visitor: Visitor, clock: FixedClock, kept: Callable[[int], list[Request]]
) -> None:
    answers = [visitor.post("/custom-forms/contacts", fields=WRITTEN) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429]
    assert 0 < int(answers[5].headers["Retry-After"]) <= 3600
    assert len(kept(visitor.channel.id)) == 5


def test_mistakes_are_not_counted(visitor: Visitor) -> None:
    for _ in range(8):
        assert visitor.post("/custom-forms/contacts", fields={}).status_code == 422
    assert visitor.post("/custom-forms/contacts", fields=WRITTEN).status_code == 201


@pytest.fixture
def checked(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house's robot check lets in whoever has the token `pass`."""
    check = house.adapters.robot_check()
    monkeypatch.setattr(check, "provider", "fake")
    monkeypatch.setattr(check, "service", "reCAPTCHA", raising=False)
    monkeypatch.setattr(check, "is_person", lambda token, ip: token == "pass")


@pytest.mark.usefixtures("checked")
@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (None, "A reCAPTCHA token required"),
        ("fail", "The reCAPTCHA token is invalid or you look like a robot"),
    ],
)
def test_robots_do_not_send_forms(
    visitor: Visitor, token: str | None, sentence: str, kept: Callable[[int], list[Request]]
) -> None:
    answer = visitor.post("/custom-forms/contacts", fields=WRITTEN, robot_token=token)
    assert answer.status_code == 422 and answer.json
    assert answer.json["errors"] == {"robot_token": [sentence]}
    assert kept(visitor.channel.id) == []
    assert visitor.data("/custom-forms/contacts")["robot_check"] is True
    assert visitor.post("/custom-forms/contacts", fields=WRITTEN, robot_token="pass").status_code == 201
