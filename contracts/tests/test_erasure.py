"""Personal data is erased when the account is closed (house.md, "How contexts talk").

These tests fail for a new table until its erasure is declared here.
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
    "audit_origin": "SqlAuditLog.erase_actor",
    "account_identity": "SqlAccounts.erase_personal_data",
    "channel_operators": "SqlAccounts.erase_personal_data",
    "operator_event": "SqlAccounts.erase_personal_data",
    "operator_invitation": "SqlAccounts.erase_personal_data, or PruneExpiredRecords for an unknown address",
    "access_token": "SqlAccounts.erase_personal_data",
    "membership": "SqlMemberships.remove_address",
    "recovery_code": "SqlAccounts.erase_personal_data",
    "device_grant": "SqlAccounts.erase_personal_data",
    "viewer_session": "SqlSessions.erase_personal_data blanks the device; PruneSessions deletes the row",
    "social_attempt": "has no account; PruneExpiredRecords deletes it after minutes",
}
"""Tables of `channel`, which deletes the account in the same transaction, and what erases the data."""
ERASED_BY_SUBSCRIBER: dict[str, str] = {
    "billing_order": "billing",
    "billing_customer": "billing",
    "billing_make_good": "billing",
    "billing_coupon": "billing",
    "billing_voucher": "billing",
    "billing_bundle_grant": "billing",
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
    "engagement_sent_score_alert": "engagement",
    "engagement_news_settings": "engagement",
    "engagement_push_subscription": "engagement",
    "engagement_form_request": "engagement",
    "engagement_request_reply": "engagement",
    "analytics_people": "analytics",
    "analytics_viewer_minute": "analytics",
    "analytics_ad_cap": "analytics",
    "catalog_stream_alert_recipient": "catalog",
}
"""Tables of the other contexts, and the context whose subscriber of `AccountClosed` erases the personal data
(`adapters/subscribers.py`).

A test of that context shows that it does.
"""
RETAINED_TABLES = {
    "billing_transaction": "the ledger: amounts, and payment ids, which the provider no longer links to a"
    " person",
    "billing_trial": "keyed digests of the email addresses and cards that had a trial. They identify nobody,"
    " but match if the same address or card returns",
}
"""Records that remain after the person is erased. No column identifies a person."""


IMPERSONAL_COLUMNS = {
    ("catalog_camera_chunk", "session_id"): "the session of a phone camera, which records an event",
    ("sponsor", "email"): "the address of a business, which operators change and delete with the sponsor",
}
"""Columns with the name of a personal one that belong to no account."""


def find_personal_tables() -> set[str]:
    """Return the tables with a column that links a row to a person."""
    contexts.load_tables()
    return {
        table.name
        for table in Base.metadata.sorted_tables
        if any(
            PERSON_COLUMN.fullmatch(column.name) and (table.name, column.name) not in IMPERSONAL_COLUMNS
            for column in table.columns
        )
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
