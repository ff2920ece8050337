"""What only a mail server does."""

from __future__ import annotations

import ssl
import traceback
from pathlib import Path

import pytest

from adapters.mail.message import message_of
from adapters.mail.smtp import MailServer, SmtpPost
from adapters.mail.tests.conftest import SENDER, Send, letter
from adapters.mail.tests.mail_server import Mailbox, serving
from touchline.channel.ports.post import Letter, LetterRefused, PostUnavailable


def failure(post: SmtpPost, sent: Letter) -> Exception:
    """What `send` raises; neither it nor its traceback names the reader."""
    with pytest.raises((PostUnavailable, LetterRefused)) as raised:
        post.send(sent)
    written = "".join(traceback.format_exception(raised.value))
    assert "jane" not in written
    return raised.value


def test_the_message_has_the_headers_of_a_letter_by_a_machine(smtp: Send, mailbox: Mailbox) -> None:
    smtp().send(letter())
    (message,) = mailbox.messages
    assert mailbox.encrypted
    assert message["From"].addresses[0].addr_spec == SENDER
    assert message["Date"].datetime == letter().sent_at
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@prairie.example.org>")
    assert message.get_content_type() == "multipart/alternative"


def test_the_same_letter_has_the_same_message_id(smtp: Send, mailbox: Mailbox) -> None:
    for key in ("one", "one", "two"):
        smtp().send(letter(key=key))
    smtp().send(letter(key="one", to="ada@example.org"))
    first, again, other, elsewhere = (message["Message-ID"] for message in mailbox.messages)
    assert first == again
    assert len({first, other, elsewhere}) == 3, "a restored database gives its numbers to others"


def test_one_click_stops_letters_that_may_be_stopped() -> None:
    stop = f"https://prairie.example.org/unsubscribe/1.{'2' * 200}.participant.3"
    lines = message_of(letter(unsubscribe=stop), SENDER).as_bytes().split(b"\r\n")
    assert f"List-Unsubscribe: <{stop}>".encode() in lines, "on one line, in plain letters (RFC 8058)"
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
    assert b"List-Unsubscribe" not in message_of(letter(), SENDER).as_bytes()


def test_texts_keep_to_lines_that_every_mail_server_takes() -> None:
    sent = message_of(letter(text="é" * 3000, html="é" * 3000), SENDER).as_bytes()
    assert max(len(line) for line in sent.partition(b"\r\n\r\n")[2].split(b"\r\n")) <= 78


@pytest.mark.parametrize("part", ["subject", "sender_name"])
def test_a_line_break_adds_no_header(part: str, smtp: Send, mailbox: Mailbox) -> None:
    smtp().send(letter(**{part: "Hello\r\nBcc: everybody@example.org\n\nand text"}))
    (message,) = mailbox.messages
    assert message["Bcc"] is None
    assert "Bcc: everybody" in str(message["Subject" if part == "subject" else "From"])


@pytest.mark.parametrize("address", ["a..b@example.org", ".a@example.org", "a.@example.org"])
def test_an_address_that_forms_take_and_headers_do_not_stands_in_quotes(
    address: str, smtp: Send, mailbox: Mailbox
) -> None:
    name = address.partition("@")[0]
    smtp().send(letter(reply_to=address))
    smtp().send(letter(to=address))
    answered, read = mailbox.messages
    assert answered["Reply-To"].addresses[0].username == name
    assert read["To"].addresses[0].username == name


@pytest.mark.parametrize("address", ["jane", "jane@example.org\r\nBcc: x@example.org", "a@b@c", "", "<>"])
def test_what_is_no_address_is_refused(address: str, smtp: Send, mailbox: Mailbox) -> None:
    with pytest.raises(LetterRefused):
        smtp().send(letter(to=address))
    assert mailbox.messages == []


def test_tls_from_the_first_byte_is_spoken(mailbox: Mailbox, tls: tuple[ssl.SSLContext, Path]) -> None:
    with serving(mailbox, ssl_context=tls[0]) as port:
        SmtpPost(MailServer("127.0.0.1", port, "tls", str(tls[1])), SENDER).send(letter())
    assert len(mailbox.messages) == 1


def test_a_server_of_this_machine_may_go_without_encryption(mailbox: Mailbox) -> None:
    with serving(mailbox) as port:
        SmtpPost(MailServer("127.0.0.1", port, "none"), SENDER).send(letter())
    assert len(mailbox.messages) == 1


def test_a_server_that_cannot_encrypt_gets_nothing(mailbox: Mailbox) -> None:
    with serving(mailbox) as port:
        wrong = failure(SmtpPost(MailServer("127.0.0.1", port), SENDER), letter())
    assert isinstance(wrong, PostUnavailable)
    assert "TOUCHLINE_SMTP_SECURITY" in str(wrong)
    assert mailbox.messages == []


def test_a_certificate_that_nobody_vouches_for_gets_nothing(smtp: Send, mailbox: Mailbox) -> None:
    wrong = failure(smtp(authorities=""), letter())
    assert isinstance(wrong, PostUnavailable)
    assert "certificate" in str(wrong)
    assert mailbox.messages == []


def test_authorities_that_are_missing_are_named(smtp: Send, tmp_path: Path) -> None:
    wrong = failure(smtp(authorities=str(tmp_path / "none.pem")), letter())
    assert str(wrong) == f"There is no file {tmp_path / 'none.pem'} (TOUCHLINE_SMTP_AUTHORITIES)."


def test_a_wrong_password_is_the_operators_to_mend_and_is_not_shown(smtp: Send) -> None:
    wrong = failure(smtp(password="mistyped"), letter())
    assert isinstance(wrong, PostUnavailable)
    assert "user or password is wrong" in str(wrong)
    assert "mistyped" not in repr(MailServer("mail", 25, password="mistyped")) + str(wrong)


def test_a_server_that_wants_a_name_may_have_the_letter_later(smtp: Send) -> None:
    assert isinstance(failure(smtp(user=""), letter()), PostUnavailable)


def test_a_server_that_is_away_may_have_the_letter_later(smtp: Send) -> None:
    assert isinstance(failure(smtp(port=1), letter()), PostUnavailable)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("451 4.7.1 try again later", PostUnavailable),
        ("421 closing", PostUnavailable),
        ("550 5.1.1 no such user jane@example.org", LetterRefused),
    ],
)
def test_what_is_said_to_a_reader_decides_whether_trying_again_helps(
    said: str, kind: type[Exception], smtp: Send, mailbox: Mailbox
) -> None:
    mailbox.to_readers = said
    assert type(failure(smtp(), letter())) is kind


@pytest.mark.parametrize(
    ("said", "kind"), [("452 no room", PostUnavailable), ("554 this is spam", LetterRefused)]
)
def test_what_is_said_to_a_text_decides_whether_trying_again_helps(
    said: str, kind: type[Exception], smtp: Send, mailbox: Mailbox
) -> None:
    mailbox.to_texts = said
    assert type(failure(smtp(), letter())) is kind


def test_a_server_that_lets_us_not_in_is_not_ready(smtp: Send) -> None:
    with pytest.raises(PostUnavailable):
        smtp(password="mistyped").check()


def test_a_server_that_is_well_is_looked_at_once_a_minute(smtp: Send, guarded: int) -> None:
    post = smtp()
    post.check()
    post._server = MailServer("127.0.0.1", 1)
    post.check()


def test_a_server_that_is_away_is_looked_at_once_a_minute(
    smtp: Send, guarded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = smtp()
    well, post._server = post._server, MailServer("127.0.0.1", 1)
    for _ in range(2):
        with pytest.raises(PostUnavailable, match="does not answer"):
            post.check()
        post._server = well
    monkeypatch.setattr("adapters.mail.smtp._LOOK_AGAIN_SECONDS", 0)
    post._look_again_at = 0
    post.check()
