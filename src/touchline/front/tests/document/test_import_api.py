"""The API of imports: preview, application, permissions, and a season with ten kinds of dirt."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]
PREVIEW, IMPORTS = "/studio/imports/preview", "/studio/imports"
GAMES = 200


def encode(data: str | bytes) -> str:
    """Return a file as the API takes it."""
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()


def write_dirty_season() -> bytes:
    """Return 200 games with ten kinds of dirt, as Excel writes them in French."""
    first = date(2027, 1, 1)
    lines = ["Saison 2027;;;;", "Équipe visiteuse;Équipe à domicile;Heure;Date;Lieu"]
    for number in range(GAMES):
        day = first + timedelta(days=number)
        clock = ("19h00", "7:30 PM", "19:15", "à confirmer")[number % 4]
        teams = ("Hawk\u00a0Hill", "Otter Creek") if number % 2 else ("\u201cOTTER CREEK\u201d", "hawk hill")
        lines.append(f"{';'.join(teams)};{clock};{day:%d/%m/%Y};The Barn")
    lines[4:4] = [";;;;", lines[2], "Hawk Hill;Otter Creek;19h00;31/02/2027;"]
    lines += [
        "Hawk Hill;Westfield;19h00;01/09/2027;",
        "Hawk Hill;Otter Creek;19h00;02/09/2027;The Barn;trop",
        '"=HYPERLINK(""https://example.org"";""Hawk Hill"")";=A1;19h00;03/09/2027;',
        "Hawk Hill",
        f"Total;{GAMES};;;",
    ]
    return "\ufeff".encode() + "\r\n".join(lines).encode()


def test_a_season_with_ten_kinds_of_dirt_is_imported_once(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    body: dict[str, Any] = {
        "content": encode(write_dirty_season()),
        "source": "Saison",
        "category": "hockey",
    }
    started = time.monotonic()
    response = producer.call("POST", PREVIEW, **body)
    assert response.status_code == 200, response.text
    preview: Any = response.json["data"]  # type: ignore[index]
    assert (preview["delimiter"], preview["date_order"], preview["questions"]) == (";", "day_first", [])
    assert (preview["counts"]["new"], preview["counts"]["unmapped"]) == (GAMES, 1)
    assert {(problem["row"], problem["code"]) for problem in preview["problems"]} == {
        (6, "duplicate_row"),
        (7, "date_not_in_calendar"),
        (207, "too_many_cells"),
        (208, "formula"),
        (209, "too_few_cells"),
    }
    assert [(name["name"], name["action"]) for name in preview["names"]] == [("Westfield", None)]
    names = [{"kind": "team", "name": "Westfield", "scope": "hockey", "action": "ignore"}]
    body["names"] = names
    version = producer.call("POST", PREVIEW, **body).json["data"]["version"]  # type: ignore[index]
    applied = producer.call("POST", IMPORTS, **body, version=version)
    assert applied.status_code == 200, applied.text
    assert (applied.json["data"]["created"], applied.json["data"]["changed"]) == (GAMES, 0)  # type: ignore[index]
    assert time.monotonic() - started < 30
    again: Any = producer.call("POST", PREVIEW, **body).json["data"]  # type: ignore[index]
    assert (again["counts"]["unchanged"], again["sources"]) == (GAMES, ["Saison"])
    assert producer.call("POST", IMPORTS, **body, version=version).status_code == 409
    starts = [entry["value"]["starts"] for entry in producer.data("/studio/entries/events")]
    assert "2027-01-02 19:30" in starts and "2027-01-04" in starts


def test_an_import_needs_the_right_to_edit_content_and_a_file(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    refused = producer.call("POST", PREVIEW, content="no base64", source="Season")
    assert refused.status_code == 422
    unreadable = producer.call("POST", PREVIEW, content=encode(b"\0\1"), source="Season")
    assert (unreadable.status_code, unreadable.json["code"]) == (400, "errors.import_unreadable")  # type: ignore[index]


def test_a_scorekeeper_may_not_import(join: Callable[[Role], Operator]) -> None:
    scorekeeper = join(Role.SCOREKEEPER)
    assert scorekeeper.call("POST", PREVIEW, content=encode("a"), source="Season").status_code == 403
