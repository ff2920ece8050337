"""The page of emails that were stored instead of sent."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from dependency_injector import providers
from flask.testing import FlaskClient

from touchline.channel.ports.email.mailer import Attachment, Email
from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import Settings

FIRST = Email(
    to="jane@example.org",
    subject="Confirm your e-mail <address>",
    html="<p>Hello <script>alert(1)</script></p>",
    text="Hello <b>Jane</b>",
    sender_name="Prairie",
    sent_at=datetime(2026, 11, 21, 18, 0, tzinfo=UTC),
    key="one",
)
RECEIPT = Attachment("prairie-7.pdf", b"%PDF-1.7 a receipt")
SECOND = replace(FIRST, subject="Your receipt", key="two", attachments=(RECEIPT,))
TOKEN = "a-token-of-the-operator"
REMOTE_ENVIRON = {"REMOTE_ADDR": "198.51.100.9"}
FIRST_PATH, SECOND_PATH = f"/_outbox/{FIRST.digest}", f"/_outbox/{SECOND.digest}"
PATHS = ("/_outbox", "/_outbox.json", FIRST_PATH, f"{FIRST_PATH}/html", f"{SECOND_PATH}/files/prairie-7.pdf")


class FakeStoredEmails:
    """Stored emails in a list."""

    def list_all(self) -> list[Email]:
        return [SECOND, FIRST]


@pytest.fixture
def use_stored_emails(application: Application) -> Iterator[Callable[..., None]]:
    """Return a function that replaces the stored emails and the settings: `use_stored_emails(stored,
    development=True)`.
    """
    front = application.container.front

    def use(stored: FakeStoredEmails | None, **changes: Any) -> None:
        front.stored_emails.override(providers.Object(stored))
        settings = Settings(**{"var": application.settings.var, "development": True, **changes})
        application.container.settings.override(providers.Object(settings))

    yield use
    front.stored_emails.reset_last_overriding()
    application.container.settings.reset_last_overriding()


def get_text(client: FlaskClient, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.get_data(as_text=True)


def test_the_page_lists_emails_newest_first(
    use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(FakeStoredEmails())
    page = get_text(client, "/_outbox")
    assert re.findall(r'href="/_outbox/(\w+)"', page) == [SECOND.digest, FIRST.digest]
    assert "Confirm your e-mail &lt;address&gt;" in page
    assert "jane@example.org" in page


def test_an_empty_outbox_explains_how_emails_arrive(
    client: FlaskClient, use_stored_emails: Callable[..., None]
) -> None:
    class EmptyStoredEmails(FakeStoredEmails):
        def list_all(self) -> list[Email]:
            return []

    use_stored_emails(EmptyStoredEmails())
    assert "No emails yet." in get_text(client, "/_outbox")


def test_the_outbox_is_available_as_json(use_stored_emails: Callable[..., None], client: FlaskClient) -> None:
    use_stored_emails(FakeStoredEmails())
    listed: Any = client.get("/_outbox.json").json
    assert [email["subject"] for email in listed] == [SECOND.subject, FIRST.subject]
    assert listed[1] == {
        "to": FIRST.to,
        "subject": FIRST.subject,
        "html": FIRST.html,
        "text": FIRST.text,
        "sent_at": "2026-11-21T18:00:00Z",
        "attachments": [],
    }
    assert listed[0]["attachments"] == ["prairie-7.pdf"]


def test_an_attachment_can_be_saved(use_stored_emails: Callable[..., None], client: FlaskClient) -> None:
    use_stored_emails(FakeStoredEmails())
    link = re.search(rf'href="({SECOND_PATH}/files/[^"]+)" download', get_text(client, SECOND_PATH))
    assert link is not None
    response = client.get(link.group(1))
    assert (response.data, response.mimetype) == (RECEIPT.content, "application/pdf")
    assert response.headers["Content-Disposition"] == "attachment; filename=prairie-7.pdf"
    assert "Attachments" not in get_text(client, FIRST_PATH)
    assert client.get(f"{SECOND_PATH}/files/prairie-8.pdf").status_code == 404


def test_an_email_is_shown_in_a_sandboxed_frame(
    use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(FakeStoredEmails())
    page = get_text(client, FIRST_PATH)
    frame = re.search(r"<iframe[^>]*>", page)
    assert frame is not None
    assert f'src="{FIRST_PATH}/html"' in frame.group()
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in frame.group()
    assert html.escape(FIRST.text) in page
    assert "<script" not in page
    content = client.get(f"{FIRST_PATH}/html")
    assert content.get_data(as_text=True) == FIRST.html
    policy = content.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups" in policy
    assert "allow-scripts" not in policy + frame.group()


def test_the_pages_have_one_style_and_it_has_the_nonce(
    use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(FakeStoredEmails())
    response = client.get("/_outbox")
    nonces = re.findall(r'<style nonce="([^"]+)">', response.get_data(as_text=True))
    assert len(nonces) == 1
    assert f"'nonce-{nonces[0]}'" in response.headers["Content-Security-Policy"]
    assert " style=" not in response.get_data(as_text=True)


@pytest.mark.parametrize("path", PATHS)
def test_emails_are_neither_cached_nor_leaked_by_referrer(
    path: str, use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(FakeStoredEmails())
    headers = client.get(path, headers={"Origin": "https://elsewhere.example.org"}).headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("path", PATHS)
def test_with_a_mail_server_there_is_no_outbox(
    path: str, use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(None)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_outside_of_development_there_is_no_outbox(
    path: str, use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(FakeStoredEmails(), development=False)
    for headers in ({}, {"Host": "127.0.0.1:8080"}, {"Host": "localhost"}, {"X-Forwarded-For": "127.0.0.1"}):
        assert client.get(path, headers=headers).status_code == 404
    assert client.get(f"{path}?token=").status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_a_token_opens_the_outbox_from_anywhere_and_a_wrong_one_does_not(
    path: str, use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(FakeStoredEmails(), development=False, outbox_token=TOKEN)
    response = client.get(f"{path}?token={TOKEN}", environ_overrides=REMOTE_ENVIRON)
    assert response.status_code == 200
    for query in ("", "?token=", f"?token={TOKEN}x", "?token=%C3%A9"):
        assert client.get(path + query).status_code == 404


def test_links_of_the_outbox_carry_the_token(
    use_stored_emails: Callable[..., None], client: FlaskClient
) -> None:
    use_stored_emails(FakeStoredEmails(), development=False, outbox_token=TOKEN)
    page = get_text(client, f"/_outbox?token={TOKEN}") + get_text(client, f"{SECOND_PATH}?token={TOKEN}")
    links = re.findall(r'(?:href|src)="(/_outbox[^"]*)"', page)
    assert len(links) > 5
    assert {client.get(link).status_code for link in links} == {200}


def test_a_deleted_email_is_404(use_stored_emails: Callable[..., None], client: FlaskClient) -> None:
    use_stored_emails(FakeStoredEmails())
    assert client.get("/_outbox/three").status_code == 404
