"""Tests of consents and of register files."""

from __future__ import annotations

from datetime import date

import pytest

from touchline.catalog.domain.consents.consents import Consent, ConsentProblem
from touchline.catalog.domain.consents.csv_file import ConsentFileError, format_consents, parse_consents

DAY = date(2026, 11, 21)
BEFORE, AFTER = date(2026, 11, 20), date(2026, 11, 22)


@pytest.mark.parametrize(
    ("consent", "problem"),
    [
        (Consent("A", recorded=True), None),
        (Consent("A", recorded=False), ConsentProblem.NOT_RECORDED),
        (Consent("A", recorded=True, not_recorded_until=AFTER), ConsentProblem.NOT_RECORDED_UNTIL),
        (Consent("A", recorded=True, not_recorded_until=DAY), None),
        (Consent("A", recorded=True, valid_from=AFTER), ConsentProblem.NOT_YET_VALID),
        (Consent("A", recorded=True, valid_to=BEFORE), ConsentProblem.EXPIRED),
        (Consent("A", recorded=True, valid_from=DAY, valid_to=DAY), None),
    ],
)
def test_a_consent_decides_whether_a_person_may_be_recorded_on_a_day(
    consent: Consent, problem: ConsentProblem | None
) -> None:
    assert consent.find_problem(DAY) is problem


def test_a_french_excel_file_is_parsed_with_bom_semicolons_and_decomposed_letters() -> None:
    header = "\ufeffNom;Filmé;Nommé;Valable au\r\n"
    text = f"{header}Zoe\u0308 Tremblay;oui;non;2027-06-30\r\n\r\n;;;\r\nÉric Roy;Non;;\r\n"
    zoe, eric = parse_consents(text.encode())
    assert zoe == Consent("Zoë Tremblay", True, False, valid_to=date(2027, 6, 30))
    assert eric == Consent("Éric Roy", False)


def test_every_problem_of_a_file_has_its_line_column_and_hint() -> None:
    text = (
        "name,recorded,not_recorded_until,valid_from,valid_to\n"
        "Ann,maybe\n"
        ",yes\n"
        "Bob,yes,21/11/2026\n"
        "Cy,yes,,2026-12-01,2026-11-01\n"
        "Dee,yes\n"
        "DEE,no\n"
        "Moreau, Eve,yes,,,\n"
        "Flo,yes,١٢٣٤-١١-٢١\n"
    )
    with pytest.raises(ConsentFileError) as error:
        parse_consents(text.encode())
    found = [(problem.line, problem.column) for problem in error.value.problems]
    assert found == [
        (2, "recorded"),
        (3, "name"),
        (4, "not_recorded_until"),
        (5, "valid_to"),
        (7, "name"),
        (8, "recorded"),
        (8, "not_recorded_until"),
        (9, "not_recorded_until"),
    ]
    assert "line 2, column recorded: `maybe` cannot be read. Write yes or no." in error.value.message
    assert "2026-11-21" in str(error.value.problems[2])


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"", 1, ""),
        (b"name,recorded\nZo\xeb,yes\n", 2, ""),
        (b"name,picture\nA,yes\n", 1, "picture"),
        (b"name\nA\n", 1, "recorded"),
        (b"name,name,recorded\nA,A,yes\n", 1, "name"),
        (b"name,recorded\nA,yes,no,no,no\n", 2, ""),
    ],
)
def test_a_file_that_is_not_a_register_is_refused(data: bytes, line: int, column: str) -> None:
    with pytest.raises(ConsentFileError) as error:
        parse_consents(data)
    assert (error.value.problems[0].line, error.value.problems[0].column) == (line, column)


def test_exported_consents_can_be_imported_again() -> None:
    people = [
        Consent('Anne "Nan" Roy, Jr.', True, True, DAY, BEFORE, AFTER),
        Consent("=HYPERLINK(1)", False),
    ]
    assert parse_consents(format_consents(people).encode()) == people
