"""A viewer's form requests are in the account export, and are deleted with the account."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.test_form_api import VALID_ANSWERS
from touchline.entrypoints.bootstrap import Application


def test_an_account_export_has_the_viewers_requests_only(visitor: Visitor) -> None:
    visitor.post("/custom-forms/contacts", fields={**VALID_ANSWERS, "subject": "A visitor's"})
    viewer = visitor.register()
    viewer.post("/custom-forms/contacts", fields=VALID_ANSWERS)
    archive = ZipFile(io.BytesIO(viewer.get("/account-export").data))
    [exported] = json.loads(archive.read("requests.json"))
    assert (exported["form"], exported["answers"]) == ("contacts", VALID_ANSWERS)
    assert exported["created_at"] == "2026-11-21T18:00:00Z"


def test_requests_are_deleted_with_the_account(
    application: Application, transaction: Any, visitor: Visitor
) -> None:
    visitor.post("/custom-forms/contacts", fields={**VALID_ANSWERS, "subject": "A visitor's"})
    viewer = visitor.register()
    viewer.post("/custom-forms/contacts", fields=VALID_ANSWERS)
    account_id = viewer.data("/profile")["id"]
    engagement: Any = application.container.engagement
    with transaction(visitor.channel.id):
        engagement.erase_viewer()(account_id)  # as the subscriber of `channel.AccountClosed` does
        remaining = list(engagement.form_request_queries().iterate())
    assert [request.answers["subject"] for request in remaining] == ["A visitor's"]
