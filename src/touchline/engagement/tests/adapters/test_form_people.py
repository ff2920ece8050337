"""What a viewer wrote is theirs: in their archive, and gone with their account."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

from touchline.conftest import Visitor
from touchline.engagement.tests.adapters.test_form_calls import WRITTEN
from touchline.entrypoints.bootstrap import House


def test_what_a_viewer_wrote_is_in_their_archive_and_nobody_elses_is(visitor: Visitor) -> None:
    visitor.post("/custom-forms/contacts", fields={**WRITTEN, "subject": "A visitor's"})
    viewer = visitor.register()
    viewer.post("/custom-forms/contacts", fields=WRITTEN)
    archive = ZipFile(io.BytesIO(viewer.get("/account-export").data))
    [told] = json.loads(archive.read("requests.json"))
    assert (told["form"], told["answers"]) == ("contacts", WRITTEN)
    assert told["created_at"] == "2026-11-21T18:00:00Z"


def test_what_a_viewer_wrote_goes_with_their_account(
    house: House, transaction: Any, visitor: Visitor
) -> None:
    visitor.post("/custom-forms/contacts", fields={**WRITTEN, "subject": "A visitor's"})
    viewer = visitor.register()
    viewer.post("/custom-forms/contacts", fields=WRITTEN)
    account_id = viewer.data("/profile")["id"]
    engagement: Any = house.container.engagement
    with transaction(visitor.channel.id):
        engagement.forget_viewer()(account_id)  # what the subscriber of `channel.AccountClosed` does
        left = list(engagement.forms.requests().each())
    assert [one.answers["subject"] for one in left] == ["A visitor's"]
