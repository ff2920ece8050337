"""Who may be recorded on a day, and what a register's file may look like."""

from __future__ import annotations

from datetime import date

import pytest

from touchline.catalog.domain.consent_file import ConsentFileRefused, read_consents, write_consents
from touchline.catalog.domain.consents import Consent, ConsentProblem

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
def test_a_consent_says_whether_a_person_may_be_recorded_on_a_day(
    consent: Consent, problem: ConsentProblem | None
) -> None:
    assert consent.problem_on(DAY) is problem


def test_a_file_of_french_excel_is_read_with_its_mark_semicolons_and_decomposed_letters() -> None:
    header = "\ufeffNom;Filmé;Nommé;Valable au\r\n"
    text = f"{header}Zoe\u0308 Tremblay;oui;non;2027-06-30\r\n\r\n;;;\r\nÉric Roy;Non;;\r\n"
    zoe, eric = read_consents(text.encode())
    assert zoe == Consent("Zoë Tremblay", True, False, valid_to=date(2027, 6, 30))
    assert eric == Consent("Éric Roy", False)


def test_every_problem_of_a_file_has_its_line_its_column_and_what_would_be_right() -> None:
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
    with pytest.raises(ConsentFileRefused) as refused:
        read_consents(text.encode())
    found = [(one.line, one.column) for one in refused.value.problems]
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
    assert "line 2, column recorded: `maybe` cannot be read. Write yes or no." in refused.value.message
    assert "2026-11-21" in str(refused.value.problems[2])


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
def test_a_file_that_is_no_register_is_refused(data: bytes, line: int, column: str) -> None:
    with pytest.raises(ConsentFileRefused) as refused:
        read_consents(data)
    assert (refused.value.problems[0].line, refused.value.problems[0].column) == (line, column)


def test_what_is_written_is_read_again() -> None:
    people = [
        Consent('Anne "Nan" Roy, Jr.', True, True, DAY, BEFORE, AFTER),
        Consent("=HYPERLINK(1)", False),
    ]
    assert read_consents(write_consents(people).encode()) == people
