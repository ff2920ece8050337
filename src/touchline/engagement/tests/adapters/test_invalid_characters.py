"""Text that UTF-8 or a database cannot store is refused in every endpoint that accepts text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.test_form_api import VALID_ANSWERS

LONE_SURROGATE = "\ud800"
PUSH_KEYS = {"p256dh": "k", "auth": "a"}


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/favorite", {"favoritable_id": 1}, "favoritable_type"),
        ("/reminder", {"about_id": 1}, "about_type"),
        ("/push/subscription", {"keys": PUSH_KEYS}, "endpoint"),
        ("/push/subscription", {"_method": "delete"}, "endpoint"),
        ("/news/unsubscribe", {}, "token"),
        ("/custom-forms/contacts", {"fields": VALID_ANSWERS}, "robot_token"),
    ],
)
def test_lone_surrogates_and_null_characters_are_refused(
    ada: Visitor, path: str, body: dict[str, Any], field: str
) -> None:
    for invalid_text in (f"{LONE_SURROGATE}.x", f"x.{LONE_SURROGATE}", "\0"):
        request_body = json.dumps({**body, field: invalid_text})
        options: dict[str, Any] = {
            "query_string": {"api_key": ada.api_key},
            "content_type": "application/json",
        }
        response = ada.browser.post(f"/api{path}", data=request_body, **options)
        assert response.status_code == 422, response.text
        assert response.json is not None and list(response.json["errors"]) == [field]
