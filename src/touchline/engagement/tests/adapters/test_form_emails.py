"""Form requests are emailed to the form's recipient, and saved even if the email fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.test_form_api import VALID_ANSWERS
from touchline.engagement.tests.forms import WORKSHOP_FORM
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import UnavailableError

CONTACT = {"key": "contacts", "to": "help@example.org", "fields": []}
Emails = Callable[[], Sequence[Any]]


@pytest.fixture(autouse=True)
def pack(application: Application, transaction: Any, visitor: Visitor) -> None:
    """Apply a pack whose forms have recipients."""
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": [CONTACT, WORKSHOP_FORM]})


def test_a_request_is_mailed_to_the_forms_recipient(visitor: Visitor, emails: Emails) -> None:
    response = visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS)
    assert response.status_code == 201 and response.json
    [email] = emails()
    assert (email.to, email.reply_to) == ("help@example.org", "ada@example.org")
    assert email.subject == f"Contact us: request {response.json['data']['id']}"
    assert "Message: In the second period, for a minute.\nThen it went on." in email.text
    assert "Your name: Ada Moreau" in email.text
    assert email.unsubscribe == ""


def test_the_email_shows_option_labels_and_not_values(visitor: Visitor, emails: Emails) -> None:
    fields = {"email": "ada@example.org", "craft": "clay", "seats": "2", "news": True}
    assert visitor.post("/custom-forms/seat", fields=fields).status_code == 201
    [email] = emails()
    assert email.to == "desk@example.org"
    assert "Craft: Clay\nSeats: 2\nEmail me about other workshops: yes\n" in email.text


def test_nothing_is_mailed_without_a_recipient(
    application: Application, transaction: Any, visitor: Visitor, emails: Emails
) -> None:
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": []})
    assert visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS).status_code == 201
    assert emails() == []


def test_a_request_is_saved_while_the_mail_server_is_unavailable(
    application: Application,
    transaction: Any,
    visitor: Visitor,
    emails: Emails,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def raise_unavailable(_email: object) -> None:
        raise UnavailableError("The mail server does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(application.adapters.mailer(), "send", raise_unavailable)
        response = visitor.post("/custom-forms/contacts", fields=VALID_ANSWERS)
    engagement: Any = application.container.engagement
    with transaction(visitor.channel.id):
        [request] = engagement.form_request_queries().iterate()
    assert request.answers == VALID_ANSWERS
    assert (response.status_code, emails()) == (201, [])


def test_a_forged_header_line_is_ignored(visitor: Visitor, emails: Emails) -> None:
    fields = {**VALID_ANSWERS, "email": "ada@example.org\r\nBcc: everybody@example.org"}
    assert visitor.post("/custom-forms/contacts", fields=fields).status_code == 422
    fields = {**VALID_ANSWERS, "subject": "Hello\r\nBcc: everybody@example.org"}
    assert visitor.post("/custom-forms/contacts", fields=fields).status_code == 201
    [email] = emails()
    assert "Subject: Hello Bcc: everybody@example.org" in email.text
