"""Personal data is erased when the account is closed (house.md, "How contexts talk").

A new table fails here until somebody has declared what erases its rows.
"""

from __future__ import annotations

import re

from touchline.entrypoints import contexts
from touchline.platform.db.base import Base

ACCOUNT_CLOSED = "channel.AccountClosed"
PERSON_COLUMN = re.compile(
    r"(.*_)?(account_id|session_id|viewer_id|user_id|email|phone|first_name|last_name|ip|ip_address|user_agent)"
)
ERASED_BY_CHANNEL = {
    "account": "Account.close, written by SqlAccounts.save",
    "account_identity": "SqlAccounts.forget_person",
    "channel_operators": "SqlAccounts.forget_person",
    "recovery_code": "SqlAccounts.forget_person",
    "device_grant": "SqlAccounts.forget_person",
    "viewer_session": "SqlSessions.forget_person blanks the device; ForgetSessions deletes the row",
    "social_attempt": "of nobody who has an account; ForgetWhatIsOver deletes it after minutes",
}
"""Tables of `channel`, where the account is deleted in the same transaction, and what erases the person."""
ERASED_BY_SUBSCRIBER: dict[str, str] = {
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
"""Tables of the other contexts, and the context whose subscriber of `AccountClosed` erases the person
(`adapters/subscribers.py`).

A test of that context shows that it does.
"""
RETAINED_TABLES = {
    "billing_transaction": "the ledger: amounts and the provider's names of payments, which it has forgotten",
    "billing_trial": "digests under the deployment's secret of who had a free trial: of nobody who could be"
    " found by them, and known again when the same address or card comes back",
}
"""Records about a person that remain without them: no column belongs to a person."""


def find_personal_tables() -> set[str]:
    """Return the tables with a column that links a row to a person."""
    contexts.load_tables()
    return {
        table.name
        for table in Base.metadata.sorted_tables
        if any(PERSON_COLUMN.fullmatch(column.name) for column in table.columns)
    }


def test_every_personal_table_is_erased() -> None:
    assert find_personal_tables() - ERASED_BY_CHANNEL.keys() - ERASED_BY_SUBSCRIBER.keys() == set()


def test_no_unknown_table_is_listed() -> None:
    contexts.load_tables()
    assert {
        *ERASED_BY_CHANNEL,
        *ERASED_BY_SUBSCRIBER,
        *RETAINED_TABLES,
    } - Base.metadata.tables.keys() == set()


def test_retained_tables_have_no_personal_columns() -> None:
    assert find_personal_tables() & RETAINED_TABLES.keys() == set()


def test_contexts_that_erase_handle_account_closed() -> None:
    subscribers = {
        handler.__module__.split(".")[1]
        for name, handler in contexts.collect_attributes("subscribers", "SUBSCRIBERS")
        if name == ACCOUNT_CLOSED
    }
    assert set(ERASED_BY_SUBSCRIBER.values()) - subscribers == set()
