"""What every post promises, over both adapters."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import pytest

from adapters.mail.outbox import OutboxPost
from adapters.mail.tests.conftest import Send, letter
from adapters.mail.tests.mail_server import Mailbox
from touchline.channel.ports.post import Attachment, Letter, Post


class Arrived(NamedTuple):
    """A letter as it was found at its end."""

    to: str
    sender_name: str
    subject: str
    html: str
    text: str
    files: tuple[tuple[str, bytes, str], ...] = ()
    reply_to: str = ""
    unsubscribe: str = ""


@pytest.fixture(params=["outbox", "smtp"])
def post(request: pytest.FixtureRequest, tmp_path: Path) -> Post:
    """Each adapter."""
    if request.param == "outbox":
        return OutboxPost(tmp_path / "outbox")
    send: Send = request.getfixturevalue("smtp")
    return send()


@pytest.fixture
def arrived(post: Post, mailbox: Mailbox) -> Callable[[], list[Arrived]]:
    """What arrived by the post."""
    return lambda: (
        [_kept(found) for found in post.letters()] if isinstance(post, OutboxPost) else _received(mailbox)
    )


def _kept(found: Letter) -> Arrived:
    files = tuple((one.name, one.content, one.kind) for one in found.attachments)
    said = (found.to, found.sender_name, found.subject, found.html, found.text, files)
    return Arrived(*said, found.reply_to, found.unsubscribe)


def _received(mailbox: Mailbox) -> list[Arrived]:
    found = []
    for message in reversed(mailbox.messages):
        html, text = message.get_body(("html",)), message.get_body(("plain",))
        assert html is not None
        assert text is not None
        sender = message["From"].addresses[0].display_name
        said = (part.get_content().strip().replace("\r\n", "\n") for part in (html, text))
        subject = str(message["Subject"])
        more = (str(message["Reply-To"] or ""), str(message["List-Unsubscribe"] or "").strip("<>"))
        to, files = str(message["To"]), _files(message)
        found.append(Arrived(to, sender, subject, next(said), next(said), files, *more))
    return found


def _files(message: EmailMessage) -> tuple[tuple[str, bytes, str], ...]:
    parts = message.iter_attachments()
    return tuple((str(one.get_filename()), one.get_content(), one.get_content_type()) for one in parts)


def test_a_letter_arrives_as_it_was_written(post: Post, arrived: Callable[[], list[Arrived]]) -> None:
    post.send(letter())
    assert arrived() == [_kept(letter())]


def test_files_come_with_a_letter_byte_by_byte(post: Post, arrived: Callable[[], list[Arrived]]) -> None:
    receipt = Attachment("prairie-7.pdf", b"%PDF-1.7\r\n.\r\n\x00\xff" * 500)
    other = Attachment("season.txt", "été".encode(), "application/octet-stream")
    sent = letter(attachments=(receipt, other))
    post.send(sent)
    assert arrived() == [_kept(sent)]


def test_who_is_answered_and_how_letters_stop_comes_with_a_letter(
    post: Post, arrived: Callable[[], list[Arrived]]
) -> None:
    stop = f"https://prairie.example.org/unsubscribe/1.{'2' * 200}.participant.3"
    sent = letter(reply_to="ada@example.org", unsubscribe=stop)
    post.send(sent)
    assert arrived() == [_kept(sent)]


def test_two_letters_are_two(post: Post, arrived: Callable[[], list[Arrived]]) -> None:
    post.send(letter(key="one", subject="The first"))
    post.send(letter(key="two", subject="The second"))
    assert [found.subject for found in arrived()] == ["The second", "The first"]


def test_a_long_letter_of_many_tongues_arrives_whole(
    post: Post, arrived: Callable[[], list[Arrived]]
) -> None:
    long = "\n".join(f"{number}: " + "été, 冬, 🏒 " * 200 for number in range(20)).strip() + "\n.\n.end"
    post.send(letter(html=f"<p>{long}</p>", text=long))
    assert [(found.html, found.text) for found in arrived()] == [(f"<p>{long}</p>", long)]


def test_a_post_that_can_take_letters_is_ready(post: Post) -> None:
    post.check()
