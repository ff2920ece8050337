"""`touchline forms`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.conftest import Visitor
from touchline.engagement.adapters.cli.form_commands import forms
from touchline.engagement.tests.adapters.test_form_calls import WRITTEN
from touchline.engagement.tests.forms import SEAT
from touchline.entrypoints.bootstrap import House

Run = Callable[..., Result]
TYPED = {
    "name": '=HYPERLINK("http://evil.example")',
    "subject": "+1 555",
    "message": "@SUM(1+1)*cmd, and\na second line",
}


@pytest.fixture
def run(house: House) -> Run:
    """`run("list")` is `touchline forms list --channel prairie`, which must succeed."""

    def command(*words: str, exit_code: int = 0) -> Result:
        done = CliRunner().invoke(forms, [*words, "--channel", "prairie"])
        assert done.exit_code == exit_code, (done.output, done.exception)
        return done

    return command


@pytest.fixture
def written(house: House, transaction: Any, visitor: Visitor) -> None:
    """Two requests by the contact form, one for a seat."""
    with transaction(visitor.channel.id):
        house.container.engagement.facade().apply_pack({"forms": [SEAT]})
    spiteful = {**WRITTEN, "name": TYPED["name"], "subject": TYPED["subject"], "message": TYPED["message"]}
    for fields in (WRITTEN, spiteful):
        assert visitor.post("/custom-forms/contacts", fields=fields).status_code == 201
    seat = {"email": "ada@example.org", "craft": "clay", "seats": 2, "news": True}
    assert visitor.post("/custom-forms/seat", fields=seat).status_code == 201


def rows(text: str) -> list[dict[str, str]]:
    """The lines of a table."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


@pytest.mark.usefixtures("written")
def test_forms_are_listed_with_how_many_requests_there_are(run: Run) -> None:
    told = json.loads(run("list", "--json").stdout)
    assert [(one["alias"], one["to"], one["fields"], one["requests"]) for one in told] == [
        ("contacts", "", 4, 2),
        ("seat", "desk@example.org", 4, 1),
    ]
    assert "A seat in a workshop" in run("list").stdout


@pytest.mark.usefixtures("written")
def test_requests_of_a_form_are_a_table_that_runs_nothing_in_a_spreadsheet(run: Run) -> None:
    first, spiteful = rows(run("export", "--form", "contacts").stdout)
    assert list(first) == ["id", "form", "created_at", "language", "name", "email", "subject", "message"]
    assert (first["name"], first["created_at"]) == ("Ada Moreau", "2026-11-21T18:00:00Z")
    assert spiteful["name"] == "'" + TYPED["name"]
    assert spiteful["subject"] == "'+1 555"
    assert spiteful["message"] == "'" + TYPED["message"]


@pytest.mark.usefixtures("written")
def test_requests_of_all_forms_share_a_table(run: Run) -> None:
    *_, seat = rows(run("export").stdout)
    assert (seat["form"], seat["name"], seat["seats"], seat["news"]) == ("seat", "", "2", "true")


@pytest.mark.usefixtures("written")
def test_programs_get_answers_as_they_are(run: Run) -> None:
    first, spiteful, seat = json.loads(run("export", "--json").stdout)
    assert spiteful["answers"]["name"] == TYPED["name"]
    assert seat["answers"] == {"email": "ada@example.org", "craft": "clay", "seats": 2, "news": True}
    assert first["id"] < spiteful["id"] < seat["id"]


@pytest.mark.usefixtures("written")
def test_a_file_is_written_for_its_owner_alone(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "requests.csv"
    done = run("export", "--out", str(out))
    assert done.stdout == "" and done.stderr == f"Wrote 3 requests to {out}.\n"
    assert len(rows(out.read_text())) == 3
    assert out.stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("written")
def test_requests_of_a_form_that_is_gone_are_still_there(
    run: Run, house: House, transaction: Any, visitor: Visitor
) -> None:
    with transaction(visitor.channel.id):
        house.container.engagement.facade().apply_pack({"forms": []})
    assert [one["requests"] for one in json.loads(run("list", "--json").stdout)] == [2, 1]
    [seat] = rows(run("export", "--form", "seat").stdout)
    assert seat["craft"] == "clay"


def test_a_form_that_never_was_is_named(run: Run, visitor: Visitor) -> None:
    done = run("export", "--form", "seats", exit_code=1)
    assert "There is no form seats in this channel." in str(done.exception)
