"""Whoever keeps something of a viewer erases it when the account is closed (house.md, "How contexts talk").

A table that a later change adds fails here until somebody has said who erases its rows.
"""

from __future__ import annotations

import re

from touchline.entrypoints import contexts
from touchline.platform.db.base import Base

CLOSED = "channel.AccountClosed"
OF_A_PERSON = re.compile(
    r"(.*_)?(account_id|session_id|viewer_id|user_id|email|phone|first_name|last_name|ip|ip_address|user_agent)"
)
BY_CHANNEL = {
    "account": "Account.close, written by SqlAccounts.save",
    "account_identity": "SqlAccounts.forget_person",
    "channel_operators": "SqlAccounts.forget_person",
    "recovery_code": "SqlAccounts.forget_person",
    "device_grant": "SqlAccounts.forget_person",
    "viewer_session": "SqlSessions.forget_person blanks the device; ForgetSessions deletes the row",
    "social_attempt": "of nobody who has an account; ForgetWhatIsOver deletes it after minutes",
}
"""Tables of `channel`, in whose own transaction an account ends, and what erases the person there."""
BY_SUBSCRIBER: dict[str, str] = {
    "billing_order": "billing",
    "billing_customer": "billing",
    "clip": "clips",
    "clip_download": "clips",
    "clip_report": "clips",
    "clip_maker_block": "clips",
    "clip_shared_range": "clips",
    "engagement_favorite": "engagement",
    "engagement_position": "engagement",
    "engagement_watch_settings": "engagement",
    "engagement_reminder": "engagement",
    "engagement_told": "engagement",
    "engagement_news_settings": "engagement",
    "engagement_push_subscription": "engagement",
    "engagement_form_request": "engagement",
    "analytics_people": "analytics",
}
"""Tables of the other contexts, and the context whose subscriber of `AccountClosed` erases the person there
(`adapters/subscribers.py`); a test of that context shows that it does."""
STAYS = {
    "billing_transaction": "the ledger: amounts and the provider's names of payments, which it has forgotten",
    "billing_trial": "digests under the deployment's secret of who had a free trial: of nobody who could be"
    " found by them, and known again when the same address or card comes back",
}
"""What was about a person and stays without them: no column of it belongs to one."""


def tables_of_people() -> set[str]:
    """Tables with a column by which a row belongs to a person."""
    contexts.load_tables()
    return {
        table.name
        for table in Base.metadata.sorted_tables
        if any(OF_A_PERSON.fullmatch(column.name) for column in table.columns)
    }


def test_for_every_table_of_people_somebody_erases_the_person() -> None:
    assert tables_of_people() - BY_CHANNEL.keys() - BY_SUBSCRIBER.keys() == set()


def test_nothing_is_said_of_tables_that_are_not_there() -> None:
    contexts.load_tables()
    assert {*BY_CHANNEL, *BY_SUBSCRIBER, *STAYS} - Base.metadata.tables.keys() == set()


def test_what_stays_belongs_to_nobody() -> None:
    assert tables_of_people() & STAYS.keys() == set()


def test_the_contexts_that_erase_listen_to_the_end_of_an_account() -> None:
    listening = {
        handler.__module__.split(".")[1]
        for name, handler in contexts.offered("subscribers", "SUBSCRIBERS")
        if name == CLOSED
    }
    assert set(BY_SUBSCRIBER.values()) - listening == set()
