"""What every post promises, over both adapters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from adapters.mail.outbox import OutboxPost
from adapters.mail.tests.conftest import Send, letter
from adapters.mail.tests.mail_server import Mailbox
from touchline.channel.ports.post import Letter, Post


class Arrived(NamedTuple):
    """A letter as it was found at its end."""

    to: str
    sender_name: str
    subject: str
    html: str
    text: str


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
    return Arrived(found.to, found.sender_name, found.subject, found.html, found.text)


def _received(mailbox: Mailbox) -> list[Arrived]:
    found = []
    for message in reversed(mailbox.messages):
        html, text = message.get_body(("html",)), message.get_body(("plain",))
        assert html is not None
        assert text is not None
        sender = message["From"].addresses[0].display_name
        bodies = (part.get_content().strip().replace("\r\n", "\n") for part in (html, text))
        found.append(Arrived(str(message["To"]), sender, str(message["Subject"]), *bodies))
    return found


def test_a_letter_arrives_as_it_was_written(post: Post, arrived: Callable[[], list[Arrived]]) -> None:
    post.send(letter())
    assert arrived() == [_kept(letter())]


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
