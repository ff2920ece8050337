"""What somebody wrote is mailed to whom the channel names, and kept whatever becomes of the mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.test_form_calls import WRITTEN
from touchline.engagement.tests.forms import SEAT
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import Unavailable

CONTACT = {"key": "contacts", "to": "help@example.org", "fields": []}
Letters = Callable[[], Sequence[Any]]


@pytest.fixture(autouse=True)
def pack(house: House, transaction: Any, visitor: Visitor) -> None:
    """The channel's pack says who reads its forms."""
    with transaction(visitor.channel.id):
        house.container.engagement.facade().apply_pack({"forms": [CONTACT, SEAT]})


def test_a_request_is_mailed_to_whom_the_form_names(visitor: Visitor, letters: Letters) -> None:
    answer = visitor.post("/custom-forms/contacts", fields=WRITTEN)
    assert answer.status_code == 201 and answer.json
    [letter] = letters()
    assert (letter.to, letter.reply_to) == ("help@example.org", "ada@example.org")
    assert letter.subject == f"Contact us: request {answer.json['data']['id']}"
    assert "Message: In the second period, for a minute.\nThen it went on." in letter.text
    assert "Your name: Ada Moreau" in letter.text
    assert letter.unsubscribe == ""


def test_the_letter_says_what_was_chosen_and_not_how_it_is_kept(visitor: Visitor, letters: Letters) -> None:
    fields = {"email": "ada@example.org", "craft": "clay", "seats": "2", "news": True}
    assert visitor.post("/custom-forms/seat", fields=fields).status_code == 201
    [letter] = letters()
    assert letter.to == "desk@example.org"
    assert "Craft: Clay\nSeats: 2\nTell me of others: yes\n" in letter.text


def test_nothing_is_mailed_where_nobody_is_named(
    house: House, transaction: Any, visitor: Visitor, letters: Letters
) -> None:
    with transaction(visitor.channel.id):
        house.container.engagement.facade().apply_pack({"forms": []})
    assert visitor.post("/custom-forms/contacts", fields=WRITTEN).status_code == 201
    assert letters() == []


def test_a_request_is_kept_while_the_mail_is_away(
    house: House, transaction: Any, visitor: Visitor, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_letter: object) -> None:
        raise Unavailable("The mail server does not answer.")

    with monkeypatch.context() as broken:
        broken.setattr(house.adapters.post(), "send", away)
        answer = visitor.post("/custom-forms/contacts", fields=WRITTEN)
    engagement: Any = house.container.engagement
    with transaction(visitor.channel.id):
        [request] = engagement.forms.requests().each()
    assert request.answers == WRITTEN
    assert (answer.status_code, letters()) == (201, [])


def test_a_forged_line_of_a_header_goes_nowhere(visitor: Visitor, letters: Letters) -> None:
    fields = {**WRITTEN, "email": "ada@example.org\r\nBcc: everybody@example.org"}
    assert visitor.post("/custom-forms/contacts", fields=fields).status_code == 422
    fields = {**WRITTEN, "subject": "Hello\r\nBcc: everybody@example.org"}
    assert visitor.post("/custom-forms/contacts", fields=fields).status_code == 201
    [letter] = letters()
    assert "Subject: Hello Bcc: everybody@example.org" in letter.text
