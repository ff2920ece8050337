"""Closed accounts: their clips, files and downloads are deleted (api.md, `POST /delete-account-confirm`).

Before that, the export contains everything (`GET /account-export`).
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zipfile import ZipFile

import pytest
from sqlalchemy import select

from touchline.clips.adapters.sql.tables import ClipCreatorBlockRow, ClipDownloadRow, ClipReportRow, ClipRow
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import NOON, PASSWORD, Visitor

Save = Callable[..., Any]


@pytest.fixture
def clips(scenario: ClipScenario, ada: Visitor, bea: Visitor, save: Save) -> dict[str, Any]:
    """Return two clips by Ada and one by Bea. Both viewers downloaded Ada's first clip."""
    recording, paid = scenario.add_recording("over"), scenario.add_recording("paid")
    scenario.grant_pass(bea, "clipping", "download_clip")
    made = {
        "first": save(ada, "over", recording),
        "second": save(ada, "paid", paid),
        "bea": save(bea, "over", recording),
    }
    scenario.finish_clip(made["first"]["id"], b"mp4")
    for viewer in (ada, bea):
        assert viewer.get(f"/clip/download/{made['first']['id']}").status_code == 200
    return made


def close_account(viewer: Visitor) -> None:
    """Confirm the link in the email."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    emails: Any = viewer.browser.get("/_outbox.json").json
    matches = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", email["text"]) for email in emails)
    link = next(match for match in matches if match)
    response = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert response.status_code == 204, response.get_data(as_text=True)


def test_closing_an_account_deletes_its_clips(
    ada: Visitor, bea: Visitor, anonymous: Visitor, clips: dict[str, Any], scenario: ClipScenario
) -> None:
    close_account(ada)
    with scenario.transaction() as session:
        (remaining_clip,) = session.scalars(select(ClipRow))
        (remaining_download,) = session.scalars(select(ClipDownloadRow))
    assert remaining_clip.id == clips["bea"]["id"]
    assert remaining_download.account_id == remaining_clip.account_id, "Bea's own download remains"
    assert {"/".join(key.split("/")[:2]) for key in scenario.list_files("clips/")} == {remaining_clip.folder}
    first = clips["first"]
    assert anonymous.get(f"/shared-clip/{first['id']}", uuid=first["uuid"]).status_code == 404
    counts = {
        key: bea.data(f"/events/{scenario.get_event_id(key)}")["clip_count"] for key in ("over", "paid")
    }
    assert counts == {"over": 1, "paid": 0}


def test_reports_of_a_closed_account_are_anonymized(
    ada: Visitor, bea: Visitor, clips: dict[str, Any], scenario: ClipScenario
) -> None:
    expected = {"reason": "person", "text": "My daughter Zoë"}
    assert bea.post(f"/clip/{clips['first']['id']}/report", **expected).status_code == 200
    archive = ZipFile(io.BytesIO(bea.get("/account-export").data))
    (exported,) = json.loads(archive.read("clips.json"))["clip_reports"]
    assert (exported["clip_id"], exported["text"]) == (clips["first"]["id"], "My daughter Zoë")
    with scenario.transaction() as session:
        session.add(ClipCreatorBlockRow(account_id=bea.data("/profile")["id"], blocked_at=NOON))
        digest = session.scalars(select(ClipReportRow)).one().reporter
    close_account(bea)
    with scenario.transaction() as session:
        (report,) = session.scalars(select(ClipReportRow))
        assert session.scalars(select(ClipCreatorBlockRow)).all() == []
    assert (report.account_id, report.text, report.reason) == (None, "", "person")
    assert report.reporter != digest


def test_the_export_contains_everything(ada: Visitor, clips: dict[str, Any], scenario: ClipScenario) -> None:
    archive = ZipFile(io.BytesIO(ada.get("/account-export").data))
    exported = json.loads(archive.read("clips.json"))
    second, first = exported["clips"]
    assert (first["id"], first["state"], first["size"]) == (clips["first"]["id"], "ready", 3)
    assert second == {
        "id": clips["second"]["id"],
        "event_id": scenario.get_event_id("paid"),
        "name": "Glove save",
        "tags": ["Save"],
        "start_time": 3.2,
        "duration": 9.4,
        "state": "queued",
        "size": 0,
        "created_at": "2026-11-21T18:00:00Z",
        "hidden_at": None,
    }
    assert exported["downloads"] == [{"kind": "clip", "id": first["id"], "at": "2026-11-21T18:00:00Z"}]
    assert "clips.json: " in archive.read("README.txt").decode()
