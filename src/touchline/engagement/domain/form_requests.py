"""A submitted form."""

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
    """A submitted form: a request from a viewer or a visitor.

    `answers` maps the field names at that time to answers. `account_id` is None for a visitor. `language` is
    the language in which the form was displayed.
    """

    alias: str
    answers: Mapping[str, Answer]
    language: str
    created_at: datetime
    account_id: AccountId | None = None
    id: FormRequestId = UNSAVED_ID
