"""Letters from the moment they are asked for until they lie in the outbox, in the whole app."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from dependency_injector import providers

from touchline.channel.adapters.sql.accounts import SqlAccounts
from touchline.channel.application.letters import LETTER, SendLetter
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.links import Claim, LinkState, Purpose
from touchline.channel.facade import ChannelFacts
from touchline.channel.ports.post import Letter, LetterRefused, PostUnavailable
from touchline.channel.tests.letter_fakes import NOON, account
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.jobs import Task

Transaction = Callable[..., AbstractContextManager[Any]]
Letters = Callable[[], Sequence[Letter]]


class BrokenPost:
    """Says the same to every letter until it is mended."""

    def __init__(self) -> None:
        self.says: Exception | None = PostUnavailable("The mail server mail:587 does not answer.")
        self.sent: list[Letter] = []

    def send(self, letter: Letter) -> None:
        if self.says:
            raise self.says
        self.sent.append(letter)

    def check(self) -> None:
        raise PostUnavailable("The mail server mail:587 does not answer.")


@pytest.fixture
def broken(house: House) -> Iterator[BrokenPost]:
    """A mail server that is away."""
    post = BrokenPost()
    house.container.channel.post.override(providers.Object(post))
    yield post
    house.container.channel.post.reset_last_overriding()


@pytest.fixture
def accounts(house: House) -> SqlAccounts:
    """Where accounts are kept."""
    found: SqlAccounts = house.container.channel.kept_accounts()
    return found


@pytest.fixture
def jane(channel: ChannelFacts, transaction: Transaction, accounts: SqlAccounts) -> Account:
    """A viewer who reads English."""
    person = account(channel_id=channel.id, language="en", id=0)
    with transaction(channel.id):
        person.id = accounts.add(person)
    return person


@pytest.fixture
def send(house: House) -> SendLetter:
    """How the app asks for letters."""
    container: Any = house.container
    found: SendLetter = container.channel.letters.send_letter()
    return found


@pytest.fixture
def ask(send: SendLetter, transaction: Transaction) -> Callable[..., None]:
    """`ask(jane, "verify_email")`: asks in a transaction of its own."""

    def do(person: Account, kind: str, extra: int = 0) -> None:
        with transaction(person.channel_id):
            send.ask(kind, person.id, extra)

    return do


def task(person: Account, kind: str, key: str = "one") -> Task:
    """The job of a letter, as the queue has it."""
    return Task(LETTER, (person.channel_id, kind, person.id, 0, int(NOON.timestamp()), key), queue="mail")


def link_in(letter: Letter) -> str:
    """The first address of the letter that has a query."""
    found = re.search(r"http\S+\?\S+", letter.text)
    assert found is not None
    return found.group()


def test_a_letter_lies_in_the_outbox_with_a_link_that_works(
    house: House, jane: Account, ask: Callable[..., None], letters: Letters, clock: FixedClock
) -> None:
    ask(jane, "reset_password")
    (letter,) = letters()
    assert (letter.to, letter.sender_name) == ("jane@example.org", "Prairie")
    address = urlsplit(link_in(letter))
    assert address.netloc == f"prairie.localhost:{house.settings.port}"
    claim, links = Claim(**dict(parse_qsl(address.query))), house.container.channel.links()
    assert links.check(Purpose.RESET_PASSWORD, jane, claim, clock.now()) is LinkState.GOOD
    clock.advance(timedelta(hours=1))
    assert links.check(Purpose.RESET_PASSWORD, jane, claim, clock.now()) is LinkState.EXPIRED


def test_what_is_undone_sends_no_letter(
    send: SendLetter, jane: Account, transaction: Transaction, letters: Letters
) -> None:
    with pytest.raises(ZeroDivisionError), transaction(jane.channel_id):
        send.ask("verify_email", jane.id)
        raise ZeroDivisionError
    assert letters() == []


def test_a_job_that_runs_twice_sends_one_letter(house: House, jane: Account, letters: Letters) -> None:
    for _ in range(2):
        house.runner.run(task(jane, "verify_email"))
    assert len(letters()) == 1


def test_a_letter_that_could_not_leave_is_sent_when_its_job_runs_again(
    house: House, jane: Account, broken: BrokenPost
) -> None:
    with pytest.raises(PostUnavailable):
        house.runner.run(task(jane, "verify_email"))
    broken.says = None
    house.runner.run(task(jane, "verify_email"))
    assert [letter.key for letter in broken.sent] == ["one"]


def test_a_letter_that_is_refused_for_good_is_given_up_and_logged(
    house: House, jane: Account, broken: BrokenPost, caplog: pytest.LogCaptureFixture
) -> None:
    broken.says = LetterRefused("The mail server mail:587 does not take the reader's address (550).")
    house.runner.run(task(jane, "verify_email"))
    told = f"letter verify_email to account {jane.id} is lost: {broken.says}"
    assert told in caplog.messages


def test_an_account_that_was_closed_meanwhile_gets_no_letter(
    house: House,
    jane: Account,
    transaction: Transaction,
    accounts: SqlAccounts,
    letters: Letters,
) -> None:
    with transaction(jane.channel_id):
        held = accounts.held(jane.id)
        assert held is not None
        held.close(NOON)
        accounts.save(held)
    house.runner.run(task(jane, "verify_email"))
    assert letters() == []


def test_an_account_of_another_channel_gets_no_letter(
    house: House, jane: Account, other_channel: ChannelFacts, letters: Letters
) -> None:
    stranger = account(channel_id=other_channel.id, id=AccountId(jane.id))
    house.runner.run(task(stranger, "verify_email"))
    assert letters() == []


def test_no_line_has_the_address_or_the_link(
    jane: Account,
    ask: Callable[..., None],
    letters: Letters,
    broken: BrokenPost,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    ask(jane, "reset_password")
    broken.says = None
    ask(jane, "reset_password")
    lines = "\n".join([*caplog.messages, *(str(record.exc_text) for record in caplog.records)])
    assert f"job {LETTER} {jane.channel_id} reset_password {jane.id}" in lines
    assert "does not answer" in lines
    for secret in ("jane", "signature", dict(parse_qsl(link_in(broken.sent[0])))["signature"]):
        assert secret not in lines
