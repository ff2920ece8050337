"""Texts that neither UTF-8 nor a database can hold are refused, wherever a call takes one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.test_form_calls import WRITTEN

HALF = "\ud800"
KEYS = {"p256dh": "k", "auth": "a"}


@pytest.mark.parametrize(
    ("call", "body", "field"),
    [
        ("/favorite", {"favoritable_id": 1}, "favoritable_type"),
        ("/reminder", {"about_id": 1}, "about_type"),
        ("/push/subscription", {"keys": KEYS}, "endpoint"),
        ("/push/subscription", {"_method": "delete"}, "endpoint"),
        ("/news/unsubscribe", {}, "token"),
        ("/custom-forms/contacts", {"fields": WRITTEN}, "robot_token"),
    ],
)
def test_half_a_character_and_the_zero_are_refused(
    ada: Visitor, call: str, body: dict[str, Any], field: str
) -> None:
    for odd in (f"{HALF}.x", f"x.{HALF}", "\0"):
        sent = json.dumps({**body, field: odd})
        where: dict[str, Any] = {"query_string": {"api_key": ada.api_key}, "content_type": "application/json"}
        answer = ada.browser.post(f"/api{call}", data=sent, **where)
        assert answer.status_code == 422, answer.text
        assert answer.json is not None and list(answer.json["errors"]) == [field]
