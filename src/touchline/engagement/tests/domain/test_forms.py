"""Valid answers to the fields of a form (product.md §5)."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.engagement.domain.contact_form import get_default_contact_form, with_defaults
from touchline.engagement.domain.forms import parse_form
from touchline.shared.errors import InvalidInputError

TEA_OPTION = {"value": "tea", "label": {"en": "Tea"}}


def parse(answer: object, **field: Any) -> Any:
    """Return the saved answer to a form with one field `it`, or None if nothing is saved."""
    field_definition = {"name": "it", "label": {"en": "It"}, "type": "text", **field}
    return (
        parse_form({"key": "one", "fields": [field_definition]})
        .parse_answers({"it": answer, "other": "left out"})
        .get("it")
    )


def get_error(answer: object, **field: Any) -> str:
    """Return the error message of the field."""
    with pytest.raises(InvalidInputError) as error:
        parse(answer, **field)
    assert error.value.errors.keys() == {"it"}
    [message] = error.value.errors["it"]
    return message


@pytest.mark.parametrize("kind", ["text", "email", "tel", "textarea", "select", "checkbox", "number"])
@pytest.mark.parametrize("empty_answer", [None, "", "  \n "])
def test_only_required_fields_must_be_answered(kind: str, empty_answer: object) -> None:
    assert get_error(empty_answer, type=kind, required=True, options=[TEA_OPTION]) == "Field is required"
    assert parse(empty_answer, type=kind, options=[TEA_OPTION]) in (None, False)


@pytest.mark.parametrize(
    ("kind", "answer", "expected"),
    [
        ("text", "  Jane\u0000 Doe\n", "Jane Doe"),
        ("text", 7, "7"),
        ("textarea", "one\r\ntwo\u202e", "one\ntwo"),
        ("text", "👩‍🏫 é", "👩‍🏫 é"),
        ("text", "\ud800x", "x"),
        ("email", " jane@example.org ", "jane@example.org"),
        ("tel", "+1 555 010 2030", "+1 555 010 2030"),
        ("select", "tea", "tea"),
        ("checkbox", True, True),
        ("checkbox", "false", False),
        ("number", "12", 12),
        ("number", "0", 0),
        ("number", 1.5, 1.5),
    ],
)
def test_an_answer_is_converted_to_its_type(kind: str, answer: object, expected: object) -> None:
    saved = parse(answer, type=kind, options=[TEA_OPTION])
    assert (saved, type(saved)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("answer", "field", "message"),
    [
        ("jane@", {"type": "email"}, "A valid email address is required"),
        ("12345", {"type": "tel"}, "A valid phone number is required"),
        ("coffee", {"type": "select", "options": [TEA_OPTION]}, "Please fill in the input field"),
        ("ab", {"rules": {"min": 3}}, "Field length must be greater than 2"),
        ("abcd", {"rules": {"max": 3}}, "Field length must be less than 3"),
        ("a" * 501, {}, "Field length must be less than 500"),
        ("a" * 5001, {"type": "textarea"}, "Field length must be less than 5000"),
        ("G1R4P", {"rules": {"pattern": r"[A-Z]\d[A-Z] ?\d[A-Z]\d"}}, "Please fill in the input field"),
        ("three", {"type": "number"}, "Please fill in the input field"),
        ("1e400", {"type": "number"}, "Please fill in the input field"),
        (float("inf"), {"type": "number"}, "Please fill in the input field"),
        ("0", {"type": "number", "rules": {"min": 1}}, "Field length must be greater than 0"),
        (13, {"type": "number", "rules": {"max": 12}}, "Field length must be less than 13"),
        (["a"], {}, "Please fill in the input field"),
        ({"a": 1}, {"type": "select", "options": [TEA_OPTION]}, "Please fill in the input field"),
        (True, {}, "Please fill in the input field"),
    ],
)
def test_an_invalid_answer_has_one_error_message(answer: object, field: dict[str, Any], message: str) -> None:
    assert get_error(answer, **field) == message


@pytest.mark.parametrize("answer", ["abc", "abcd", "abcde"])
def test_bounds_are_inclusive(answer: str) -> None:
    assert parse(answer, rules={"min": 3, "max": 5}) == answer


def test_all_errors_are_reported_together() -> None:
    with pytest.raises(InvalidInputError) as error:
        parse_form(get_default_contact_form()).parse_answers({"email": "no", "message": "short"})
    assert error.value.errors == {
        "name": ["Field is required"],
        "email": ["A valid email address is required"],
        "subject": ["Field is required"],
        "message": ["Field length must be greater than 9"],
    }


def test_the_sender_is_the_first_email_address() -> None:
    form = parse_form(get_default_contact_form())
    assert form.get_sender_email({"name": "Jane", "email": "jane@example.org"}) == "jane@example.org"
    assert form.get_sender_email({"name": "Jane"}) == ""


def test_a_pack_can_override_parts_of_the_contact_form() -> None:
    form = parse_form(with_defaults({"key": "contacts", "to": "desk@example.org", "fields": []}))
    assert (form.to, form.title["en"]) == ("desk@example.org", "Contact us")
    assert [field.name for field in form.fields] == ["name", "email", "subject", "message"]
