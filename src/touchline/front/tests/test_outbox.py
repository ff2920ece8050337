"""The page of letters that were kept instead of sent."""

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

from touchline.channel.ports.post import Attachment, Letter
from touchline.entrypoints.bootstrap import House
from touchline.platform.settings import Settings

FIRST = Letter(
    to="jane@example.org",
    subject="Confirm your e-mail <address>",
    html="<p>Hello <script>alert(1)</script></p>",
    text="Hello <b>Jane</b>",
    sender_name="Prairie",
    sent_at=datetime(2026, 11, 21, 18, 0, tzinfo=UTC),
    key="one",
)
PAPER = Attachment("prairie-7.pdf", b"%PDF-1.7 a receipt")
SECOND = replace(FIRST, subject="Your receipt", key="two", attachments=(PAPER,))
TOKEN = "a-token-of-the-operator"
ELSEWHERE = {"REMOTE_ADDR": "198.51.100.9"}
ONE, TWO = f"/_outbox/{FIRST.name}", f"/_outbox/{SECOND.name}"
PATHS = ("/_outbox", "/_outbox.json", ONE, f"{ONE}/html", f"{TWO}/files/prairie-7.pdf")


class Kept:
    """Letters in a list."""

    def letters(self) -> list[Letter]:
        return [SECOND, FIRST]


@pytest.fixture
def keeping(house: House) -> Iterator[Callable[..., None]]:
    """`keeping(letters, development=True)`: what the outbox has, and how the house is set up."""
    front = house.container.front

    def keep(kept: Kept | None, **settings_given: Any) -> None:
        front.kept_letters.override(providers.Object(kept))
        settings = Settings(**{"var": house.settings.var, "development": True, **settings_given})
        house.container.settings.override(providers.Object(settings))

    yield keep
    front.kept_letters.reset_last_overriding()
    house.container.settings.reset_last_overriding()


def text_of(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_the_page_lists_the_letters_newest_first(keeping: Callable[..., None], client: FlaskClient) -> None:
    keeping(Kept())
    page = text_of(client, "/_outbox")
    assert re.findall(r'href="/_outbox/(\w+)"', page) == [SECOND.name, FIRST.name]
    assert "Confirm your e-mail &lt;address&gt;" in page
    assert "jane@example.org" in page


def test_an_empty_outbox_says_how_a_letter_comes(client: FlaskClient, keeping: Callable[..., None]) -> None:
    class Empty(Kept):
        def letters(self) -> list[Letter]:
            return []

    keeping(Empty())
    assert "No letter yet." in text_of(client, "/_outbox")


def test_programs_read_the_same_as_json(keeping: Callable[..., None], client: FlaskClient) -> None:
    keeping(Kept())
    told: Any = client.get("/_outbox.json").json
    assert [letter["subject"] for letter in told] == [SECOND.subject, FIRST.subject]
    assert told[1] == {
        "to": FIRST.to,
        "subject": FIRST.subject,
        "html": FIRST.html,
        "text": FIRST.text,
        "sent_at": "2026-11-21T18:00:00Z",
        "attachments": [],
    }
    assert told[0]["attachments"] == ["prairie-7.pdf"]


def test_a_file_that_came_with_a_letter_can_be_saved(
    keeping: Callable[..., None], client: FlaskClient
) -> None:
    keeping(Kept())
    link = re.search(rf'href="({TWO}/files/[^"]+)" download', text_of(client, TWO))
    assert link is not None
    answer = client.get(link.group(1))
    assert (answer.data, answer.mimetype) == (PAPER.content, "application/pdf")
    assert answer.headers["Content-Disposition"] == "attachment; filename=prairie-7.pdf"
    assert "Files" not in text_of(client, ONE)
    assert client.get(f"{TWO}/files/prairie-8.pdf").status_code == 404


def test_a_letter_stands_in_a_frame_that_runs_nothing(
    keeping: Callable[..., None], client: FlaskClient
) -> None:
    keeping(Kept())
    page = text_of(client, ONE)
    frame = re.search(r"<iframe[^>]*>", page)
    assert frame is not None
    assert f'src="{ONE}/html"' in frame.group()
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in frame.group()
    assert html.escape(FIRST.text) in page
    assert "<script" not in page
    alone = client.get(f"{ONE}/html")
    assert alone.get_data(as_text=True) == FIRST.html
    policy = alone.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups" in policy
    assert "allow-scripts" not in policy + frame.group()


def test_the_pages_have_one_style_and_it_has_the_nonce(
    keeping: Callable[..., None], client: FlaskClient
) -> None:
    keeping(Kept())
    answer = client.get("/_outbox")
    nonces = re.findall(r'<style nonce="([^"]+)">', answer.get_data(as_text=True))
    assert len(nonces) == 1
    assert f"'nonce-{nonces[0]}'" in answer.headers["Content-Security-Policy"]
    assert " style=" not in answer.get_data(as_text=True)


@pytest.mark.parametrize("path", PATHS)
def test_no_letter_is_kept_by_a_browser_or_told_to_another_site(
    path: str, keeping: Callable[..., None], client: FlaskClient
) -> None:
    keeping(Kept())
    headers = client.get(path, headers={"Origin": "https://elsewhere.example.org"}).headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("path", PATHS)
def test_with_a_mail_server_there_is_no_outbox(
    path: str, keeping: Callable[..., None], client: FlaskClient
) -> None:
    keeping(None)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_outside_of_development_there_is_no_outbox_for_anybody(
    path: str, keeping: Callable[..., None], client: FlaskClient
) -> None:
    keeping(Kept(), development=False)
    for headers in ({}, {"Host": "127.0.0.1:8080"}, {"Host": "localhost"}, {"X-Forwarded-For": "127.0.0.1"}):
        assert client.get(path, headers=headers).status_code == 404
    assert client.get(f"{path}?token=").status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_a_token_opens_the_outbox_from_anywhere_and_a_wrong_one_does_not(
    path: str, keeping: Callable[..., None], client: FlaskClient
) -> None:
    keeping(Kept(), development=False, outbox_token=TOKEN)
    answer = client.get(f"{path}?token={TOKEN}", environ_overrides=ELSEWHERE)
    assert answer.status_code == 200
    for wrong in ("", "?token=", f"?token={TOKEN}x", "?token=%C3%A9"):
        assert client.get(path + wrong).status_code == 404


def test_links_of_the_outbox_carry_the_token(keeping: Callable[..., None], client: FlaskClient) -> None:
    keeping(Kept(), development=False, outbox_token=TOKEN)
    page = text_of(client, f"/_outbox?token={TOKEN}") + text_of(client, f"{TWO}?token={TOKEN}")
    links = re.findall(r'(?:href|src)="(/_outbox[^"]*)"', page)
    assert len(links) > 5
    assert {client.get(link).status_code for link in links} == {200}


def test_a_letter_that_was_forgotten_is_not_found(keeping: Callable[..., None], client: FlaskClient) -> None:
    keeping(Kept())
    assert client.get("/_outbox/three").status_code == 404
