"""What the audit log never stores."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

import pytest

from touchline.channel.domain.operators.audit_log import (
    HIDDEN,
    MAX_ITEMS,
    MAX_TEXT,
    clean_fields,
    clean_record,
    get_kept_until,
)
from touchline.shared.audit import AuditRecord, AuditSubject

NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    "name",
    [
        *("password", "new_password", "password_hash", "passphrase", "api_key", "stream_key", "secret_key"),
        *(
            "token",
            "access_token",
            "client_secret",
            "webhook_secret",
            "signature",
            "totp_secret",
            "otp",
            "pin",
        ),
        *("card_number", "cvc", "iban", "pan", "authorization", "cookie", "credentials", "private_key"),
    ],
)
def test_the_value_of_a_secret_field_is_hidden(name: str) -> None:
    assert clean_fields({name: "hunter2", "nested": {name: "hunter2"}}) == {
        name: HIDDEN,
        "nested": {name: HIDDEN},
    }


@pytest.mark.parametrize(
    "text",
    [
        *("tlk_abcdefghijklmnop", "sk_live_abcdefgh", "whsec_abcdefgh", "Bearer abcdefghijkl"),
        *(
            "password=hunter2",
            "https://rosa:hunter2@example.org/x",
            "4242424242424242",
            "4242-4242-4242-4242",
        ),
        *("rosa@example.org", "asked by rosa@example.org, twice"),
    ],
)
def test_a_secret_or_an_address_in_a_text_is_removed(text: str) -> None:
    cleaned = clean_record(
        AuditRecord("x.y", AuditSubject("x", "1", text), {"note": text}, {"notes": [text]}, text)
    )
    for part in ("abcdefgh", "hunter2", "4242", "rosa@"):
        assert part not in str(cleaned), part


@pytest.mark.parametrize("name", ["email", "first_name", "last_name", "phone", "search"])
def test_a_field_about_a_viewer_is_left_out(name: str) -> None:
    assert clean_fields({name: "Ada", "verified": True}) == {"verified": True}


def test_ordinary_values_stay() -> None:
    class Status(Enum):
        CANCELED = "canceled"

    values: dict[str, Any] = {
        **{"key": "rams-at-tigers", "name": "Northgate @ Ridge", "price": "12.50", "percent": 20},
        **{"start": NOON, "status": Status.CANCELED, "teams": ("rams", "tigers"), "note": None},
        **{"temporary_password": True, "code": "TIPOFF20"},
    }
    assert clean_fields(values) == {
        **values,
        **{"start": NOON.isoformat(), "status": "canceled", "teams": ["rams", "tigers"]},
    }


def test_long_texts_and_lists_are_shortened() -> None:
    cleaned = clean_fields({"text": "x" * 900, "items": list(range(900))})
    assert len(cleaned["text"]) == MAX_TEXT and cleaned["text"].endswith("…")
    assert len(cleaned["items"]) == MAX_ITEMS


def test_an_entry_is_kept_for_the_retention_or_forever() -> None:
    assert get_kept_until(NOON, 730) == NOON + timedelta(days=730)
    assert get_kept_until(NOON, 0) is None
