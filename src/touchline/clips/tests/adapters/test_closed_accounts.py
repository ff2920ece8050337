"""The end of an account: clips, their files and what was taken away go (api.md, `POST
/delete-account-confirm`); before it everything is told (`GET /account-export`)."""

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

from touchline.clips.adapters.sql.tables import ClipDownloadRow, ClipMakerBlockRow, ClipReportRow, ClipRow
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import NOON, PASSWORD, Visitor

Save = Callable[..., Any]


@pytest.fixture
def clips(scene: Scene, ada: Visitor, bea: Visitor, save: Save) -> dict[str, Any]:
    """Ada made two and took one of them; Bea made one, and took Ada's."""
    film, paid = scene.film("over"), scene.film("paid")
    scene.allow(bea, "clipping", "download_clip")
    made = {
        "first": save(ada, "over", film),
        "second": save(ada, "paid", paid),
        "bea": save(bea, "over", film),
    }
    scene.finish(made["first"]["id"], b"mp4")
    for viewer in (ada, bea):
        assert viewer.get(f"/clip/download/{made['first']['id']}").status_code == 200
    return made


def close(viewer: Visitor) -> None:
    """Confirm the link of the letter."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    letters: Any = viewer.browser.get("/_outbox.json").json
    found = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", one["text"]) for one in letters)
    link = next(one for one in found if one)
    answer = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert answer.status_code == 204, answer.get_data(as_text=True)


def test_a_viewer_takes_theirs_along(
    ada: Visitor, bea: Visitor, passer_by: Visitor, clips: dict[str, Any], scene: Scene
) -> None:
    close(ada)
    with scene.transaction() as session:
        (left,) = session.scalars(select(ClipRow))
        (taken,) = session.scalars(select(ClipDownloadRow))
    assert left.id == clips["bea"]["id"]
    assert taken.account_id == left.account_id, "Bea's own notes stay hers"
    assert {"/".join(key.split("/")[:2]) for key in scene.files("clips/")} == {left.folder}
    first = clips["first"]
    assert passer_by.get(f"/shared-clip/{first['id']}", uuid=first["uuid"]).status_code == 404
    counts = {key: bea.data(f"/events/{scene.event(key)}")["clip_count"] for key in ("over", "paid")}
    assert counts == {"over": 1, "paid": 0}


def test_a_viewers_reports_stay_without_the_viewer(
    ada: Visitor, bea: Visitor, clips: dict[str, Any], scene: Scene
) -> None:
    wanted = {"reason": "person", "text": "My daughter Zoë"}
    assert bea.post(f"/clip/{clips['first']['id']}/report", **wanted).status_code == 200
    archive = ZipFile(io.BytesIO(bea.get("/account-export").data))
    (told,) = json.loads(archive.read("clips.json"))["clip_reports"]
    assert (told["clip_id"], told["text"]) == (clips["first"]["id"], "My daughter Zoë")
    with scene.transaction() as session:
        session.add(ClipMakerBlockRow(account_id=bea.data("/profile")["id"], blocked_at=NOON))
        digest = session.scalars(select(ClipReportRow)).one().reporter
    close(bea)
    with scene.transaction() as session:
        (report,) = session.scalars(select(ClipReportRow))
        assert session.scalars(select(ClipMakerBlockRow)).all() == []
    assert (report.account_id, report.text, report.reason) == (None, "", "person")
    assert report.reporter != digest


def test_everything_is_told(ada: Visitor, clips: dict[str, Any], scene: Scene) -> None:
    archive = ZipFile(io.BytesIO(ada.get("/account-export").data))
    told = json.loads(archive.read("clips.json"))
    second, first = told["clips"]
    assert (first["id"], first["state"], first["size"]) == (clips["first"]["id"], "ready", 3)
    assert second == {
        "id": clips["second"]["id"],
        "event_id": scene.event("paid"),
        "name": "Glove save",
        "tags": ["Save"],
        "start_time": 3.2,
        "duration": 9.4,
        "state": "queued",
        "size": 0,
        "created_at": "2026-11-21T18:00:00Z",
        "hidden_at": None,
    }
    assert told["downloads"] == [{"kind": "clip", "id": first["id"], "at": "2026-11-21T18:00:00Z"}]
    assert "clips.json: the clips you made" in archive.read("README.txt").decode()
