"""Checks of domains and emails over HTTP, by an owner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from touchline.channel.domain.operators.roles import Role
from touchline.channel.ports.email.mailer import Email, MailerUnavailableError
from touchline.channel.tests.adapters.operators.test_team import OWNER, add_operator
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

Emails = Callable[[], Sequence[Email]]


@pytest.fixture
def owner(visitor: Visitor, application: Application) -> Visitor:
    """Return the owner of the channel."""
    owner = visitor.register(email=OWNER, phone="")
    add_operator(application, visitor.channel, OWNER, Role.OWNER)
    return owner


def test_an_owner_checks_the_domains_of_the_channel(owner: Visitor) -> None:
    response = owner.post("/studio/domains/check")
    assert response.status_code == 200
    checked: Any = response.json
    assert [row["domain"] for row in checked["data"]] == list(owner.channel.domains)
    assert {row["problem"] for row in checked["data"]} == {None}


def test_a_test_email_goes_to_the_caller_and_only_ten_an_hour(owner: Visitor, emails: Emails) -> None:
    response = owner.post("/studio/test-email")
    assert (response.status_code, response.json) == (200, {"data": {"recipient": OWNER, "error": ""}})
    assert [email.to for email in emails() if email.subject.startswith("Test email")] == [OWNER]
    statuses = [owner.post("/studio/test-email").status_code for _ in range(10)]
    assert statuses == [200] * 9 + [429]


def test_the_sentence_of_the_mail_server_is_shown(owner: Visitor, application: Application) -> None:
    class BrokenMailer:
        def send(self, email: Email) -> None:
            raise MailerUnavailableError("The mail server does not respond.")

    sender: Any = application.container.channel.send_test_email()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sender, "_mailer", BrokenMailer())
        response = owner.post("/studio/test-email")
    assert response.json == {"data": {"recipient": OWNER, "error": "The mail server does not respond."}}
