"""The audit log: who did what, to what, from where, and when."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Any

from touchline.shared.audit import Actor, AuditRecord, AuditSubject
from touchline.shared.strings.scrubbing import redact, scrub

MAX_TEXT = 500
MAX_ITEMS = 100
HIDDEN = "(hidden)"
_SECRET_NAME = re.compile(
    r"pass(?:word|wd|phrase)?(?:$|_)|secret|token|signature|(?:^|_)(?:key|keys|pin|otp|cvc|cvv|pan|iban)$"
    r"|card|credential|authorization|cookie|private",
    re.IGNORECASE,
)
"""Names of fields whose values are never stored. `key` alone is the key of an entry and is stored."""
_PERSONAL_NAMES = frozenset({"email", "first_name", "last_name", "phone", "search", "viewer", "recipient"})
"""Names of fields about viewers. The log identifies viewers by id."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An entry of the audit log.

    `actor_name` is the name at that time. It and `actor.ip` are empty after the actor's account was closed.
    The database refuses to delete the entry before `kept_until`; None means never.
    """

    at: datetime
    actor: Actor
    actor_name: str
    record: AuditRecord
    kept_until: datetime | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class AuditCursor:
    """The position of an entry in the log, which is sorted by time and id."""

    at: datetime
    id: int


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries to list. `actor` is the key of an actor, such as `account:12`.

    `since` is included, `until` is not. `subject.id` empty means every subject of its kind.
    """

    actor: str = ""
    action: str = ""
    subject: AuditSubject = field(default_factory=AuditSubject)
    since: datetime | None = None
    until: datetime | None = None


def clean_record(record: AuditRecord) -> AuditRecord:
    """Return the record without secrets and personal data. Long texts and lists are shortened."""
    return AuditRecord(
        record.action,
        AuditSubject(record.subject.kind, record.subject.id[:60], _clean_text(record.subject.label)[:200]),
        clean_fields(record.before),
        clean_fields(record.after),
        _clean_text(" ".join(record.reason.split())),
    )


def clean_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return changed fields that may be stored.

    Passwords, keys, tokens and card data are hidden. Names and addresses of viewers are left out.
    """
    cleaned: dict[str, Any] = {}
    for name, value in values.items():
        if name.lower() in _PERSONAL_NAMES:
            continue
        is_secret = name.lower() != "key" and _SECRET_NAME.search(name) and not isinstance(value, bool)
        cleaned[name] = HIDDEN if is_secret and value is not None else _clean_value(value)
    return cleaned


def get_kept_until(at: datetime, retention_days: int) -> datetime | None:
    """Return when an entry may be deleted. With 0 days, it is kept forever."""
    return at + timedelta(days=retention_days) if retention_days else None


def _clean_value(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return clean_fields({str(name): item for name, item in list(value.items())[:MAX_ITEMS]})
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean_value(item) for item in list(value)[:MAX_ITEMS]]
    if isinstance(value, Enum):
        return _clean_value(value.value)
    if isinstance(value, date):
        return value.isoformat()
    return _clean_text(str(value))


def _clean_text(text: str) -> str:
    """Return the text without secrets and addresses of people. Times and short numbers stay."""
    cleaned = " ".join(_clean_word(word) for word in redact(text).split(" "))
    return cleaned if len(cleaned) <= MAX_TEXT else f"{cleaned[: MAX_TEXT - 1]}…"


def _clean_word(word: str) -> str:
    return scrub(word) if "@" in word or len(re.sub(r"\D", "", word)) >= 12 else word
