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
from touchline.engagement.tests.adapters.test_form_api import VALID_ANSWERS
from touchline.engagement.tests.forms import WORKSHOP_FORM
from touchline.entrypoints.bootstrap import Application

Run = Callable[..., Result]
FORMULA_ANSWERS = {
    "name": '=HYPERLINK("http://evil.example")',
    "subject": "+1 555",
    "message": "@SUM(1+1)*cmd, and\na second line",
}


@pytest.fixture
def run_command(application: Application) -> Run:
    """Return `run_command("list")`, which runs `touchline forms list --channel prairie`.

    The command must succeed.
    """

    def run(*arguments: str, exit_code: int = 0) -> Result:
        result = CliRunner().invoke(forms, [*arguments, "--channel", "prairie"])
        assert result.exit_code == exit_code, (result.output, result.exception)
        return result

    return run


@pytest.fixture
def submitted_forms(application: Application, transaction: Any, visitor: Visitor) -> None:
    """Submit two requests with the contact form and one for a seat."""
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": [WORKSHOP_FORM]})
    for fields in (VALID_ANSWERS, {**VALID_ANSWERS, **FORMULA_ANSWERS}):
        assert visitor.post("/custom-forms/contacts", fields=fields).status_code == 201
    workshop = {"email": "ada@example.org", "craft": "clay", "seats": 2, "news": True}
    assert visitor.post("/custom-forms/seat", fields=workshop).status_code == 201


def parse_csv(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV table."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


@pytest.mark.usefixtures("submitted_forms")
def test_forms_are_listed_with_their_number_of_requests(run_command: Run) -> None:
    listed_forms = json.loads(run_command("list", "--json").stdout)
    assert [(form["alias"], form["to"], form["fields"], form["requests"]) for form in listed_forms] == [
        ("contacts", "", 4, 2),
        ("seat", "desk@example.org", 4, 1),
    ]
    assert "A seat in a workshop" in run_command("list").stdout


@pytest.mark.usefixtures("submitted_forms")
def test_exported_answers_do_not_run_as_spreadsheet_formulas(run_command: Run) -> None:
    first, with_formulas = parse_csv(run_command("export", "--form", "contacts").stdout)
    assert list(first) == ["id", "form", "created_at", "language", "name", "email", "subject", "message"]
    assert (first["name"], first["created_at"]) == ("Ada Moreau", "2026-11-21T18:00:00Z")
    assert with_formulas["name"] == "'" + FORMULA_ANSWERS["name"]
    assert with_formulas["subject"] == "'+1 555"
    assert with_formulas["message"] == "'" + FORMULA_ANSWERS["message"]


@pytest.mark.usefixtures("submitted_forms")
def test_requests_of_all_forms_share_a_table(run_command: Run) -> None:
    *_, workshop = parse_csv(run_command("export").stdout)
    assert (workshop["form"], workshop["name"], workshop["seats"], workshop["news"]) == (
        "seat",
        "",
        "2",
        "true",
    )


@pytest.mark.usefixtures("submitted_forms")
def test_the_json_export_has_unchanged_answers(run_command: Run) -> None:
    first, with_formulas, workshop = json.loads(run_command("export", "--json").stdout)
    assert with_formulas["answers"]["name"] == FORMULA_ANSWERS["name"]
    assert workshop["answers"] == {"email": "ada@example.org", "craft": "clay", "seats": 2, "news": True}
    assert first["id"] < with_formulas["id"] < workshop["id"]


@pytest.mark.usefixtures("submitted_forms")
def test_an_export_file_is_readable_by_its_owner_only(run_command: Run, tmp_path: Path) -> None:
    out = tmp_path / "requests.csv"
    result = run_command("export", "--out", str(out))
    assert result.stdout == "" and result.stderr == f"Wrote 3 requests to {out}.\n"
    assert len(parse_csv(out.read_text())) == 3
    assert out.stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("submitted_forms")
def test_requests_of_a_deleted_form_are_kept(
    run_command: Run, application: Application, transaction: Any, visitor: Visitor
) -> None:
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": []})
    assert [form["requests"] for form in json.loads(run_command("list", "--json").stdout)] == [2, 1]
    [workshop] = parse_csv(run_command("export", "--form", "seat").stdout)
    assert workshop["craft"] == "clay"


def test_an_unknown_form_is_reported(run_command: Run, visitor: Visitor) -> None:
    result = run_command("export", "--form", "seats", exit_code=1)
    assert "There is no form seats in this channel." in str(result.exception)
