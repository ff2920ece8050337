"""Jobs of context `channel`."""

import logging

from dependency_injector.wiring import Provide, inject

from touchline.channel.application.close_account import TellOfClosed
from touchline.channel.application.forgetting import ForgetWhatIsOver
from touchline.channel.application.keys import ForgetSessions
from touchline.channel.application.letters import LETTER, WriteLetter
from touchline.channel.application.request_letters import REQUEST_LETTER, WriteRequestLetter
from touchline.channel.ports.post import LetterRefused, Post
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AccountId
from touchline.shared.jobs import Task

FORGET_SESSIONS = "channel.forget_sessions"
TELL_OF_CLOSED = "channel.tell_of_closed"
log = logging.getLogger(__name__)


@inject
def forget_sessions(
    database: Database = Provide["database"],
    forget: ForgetSessions = Provide["channel.forget_sessions"],
    forget_the_rest: ForgetWhatIsOver = Provide["channel.forget_what_is_over"],
) -> None:
    """Delete api keys that ended long ago, and what worked once or for minutes, in every channel."""
    with database.transaction(None, unscoped=True):
        log.info("forgot %s ended sessions and %s other things", forget(), forget_the_rest())


@inject
def tell_of_closed(
    database: Database = Provide["database"],
    tell: TellOfClosed = Provide["channel.closing.tell_of_closed"],
) -> None:
    """Have what was left of viewers who are gone be forgotten as well, in every channel."""
    with database.transaction(None, unscoped=True):
        tell()


@inject
def letter(
    channel_id: int,
    kind: str,
    account_id: int,
    extra: int,
    asked_at: int,
    key: str,
    database: Database = Provide["database"],
    write: WriteLetter = Provide["channel.letters.write_letter"],
    post: Post = Provide["channel.letters.post"],
) -> None:
    """Write a letter and hand it over, outside of the transaction: a mail server takes its time.

    Where the post is away the job fails and the queue tries again (`PostUnavailable`). No line names the
    reader.
    """
    with database.transaction(channel_id):
        written = write(kind, AccountId(account_id), extra, asked_at, key)
    if written is None:
        log.info("letter %s to account %s is not needed any more", kind, account_id)
        return
    try:
        post.send(written)
    except LetterRefused as refused:
        log.warning("letter %s to account %s is lost: %s", kind, account_id, refused)


@inject
def request_letter(
    channel_id: int,
    request_id: int,
    database: Database = Provide["database"],
    write: WriteRequestLetter = Provide["channel.letters.write_request_letter"],
    post: Post = Provide["channel.letters.post"],
) -> None:
    """Write the letter about a filled-in form and hand it over, as `letter` does. A reader whose address is
    refused is the operator's own: the request waits in `touchline forms export`."""
    with database.transaction(channel_id):
        written = write(request_id)
    if written is None:
        return
    try:
        post.send(written)
    except LetterRefused as refused:
        log.warning("the letter about request %s is lost: %s", request_id, refused)


JOBS = (
    Job(FORGET_SESSIONS, forget_sessions, one_transaction=False),
    Job(TELL_OF_CLOSED, tell_of_closed, one_transaction=False),
    Job(LETTER, letter, one_transaction=False),
    Job(REQUEST_LETTER, request_letter, one_transaction=False),
)
DAILY = (
    Task(FORGET_SESSIONS, (), unique="channel-forget-sessions", timeout=600),
    Task(TELL_OF_CLOSED, (), unique="channel-tell-of-closed", timeout=600),
)
