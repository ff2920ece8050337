"""A form that somebody filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from touchline.engagement.domain.answers import Answer
from touchline.engagement.domain.ids import FormRequestId
from touchline.shared.ids import AccountId

UNSAVED_ID = FormRequestId(0)


@dataclass(frozen=True)
class FormRequest:
    """`answers` by the names of the form's fields as it was then; `account_id` None for a visitor. `language`
    is the one in which the form was read."""

    alias: str
    answers: Mapping[str, Answer]
    language: str
    created_at: datetime
    account_id: AccountId | None = None
    id: FormRequestId = UNSAVED_ID
