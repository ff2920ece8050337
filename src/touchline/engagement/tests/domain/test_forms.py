"""What may be written into the fields of a form (product.md §5)."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.engagement.domain.contact_form import contact_form, with_what_is_usual
from touchline.engagement.domain.forms import form_of
from touchline.shared.errors import Invalid

TEA = {"value": "tea", "label": {"en": "Tea"}}


def read(given: object, **field: Any) -> Any:
    """What is kept of an answer to one field `it`; None where nothing is."""
    asked = {"name": "it", "label": {"en": "It"}, "type": "text", **field}
    return form_of({"key": "one", "fields": [asked]}).read({"it": given, "other": "left out"}).get("it")


def fault(given: object, **field: Any) -> str:
    """The sentence about one field."""
    with pytest.raises(Invalid) as refused:
        read(given, **field)
    assert refused.value.errors.keys() == {"it"}
    [sentence] = refused.value.errors["it"]
    return sentence


@pytest.mark.parametrize("kind", ["text", "email", "tel", "textarea", "select", "checkbox", "number"])
@pytest.mark.parametrize("nothing", [None, "", "  \n "])
def test_a_required_field_wants_an_answer_and_another_does_not(kind: str, nothing: object) -> None:
    assert fault(nothing, type=kind, required=True, options=[TEA]) == "Field is required"
    assert read(nothing, type=kind, options=[TEA]) in (None, False)


@pytest.mark.parametrize(
    ("kind", "given", "kept"),
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
def test_an_answer_is_kept_as_it_was_meant(kind: str, given: object, kept: object) -> None:
    found = read(given, type=kind, options=[TEA])
    assert (found, type(found)) == (kept, type(kept))


@pytest.mark.parametrize(
    ("given", "field", "sentence"),
    [
        ("jane@", {"type": "email"}, "A valid email address is required"),
        ("12345", {"type": "tel"}, "A valid phone number is required"),
        ("coffee", {"type": "select", "options": [TEA]}, "Please fill in the input field"),
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
        ({"a": 1}, {"type": "select", "options": [TEA]}, "Please fill in the input field"),
        (True, {}, "Please fill in the input field"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(given: object, field: dict[str, Any], sentence: str) -> None:
    assert fault(given, **field) == sentence


@pytest.mark.parametrize("given", ["abc", "abcd", "abcde"])
def test_bounds_are_within(given: str) -> None:
    assert read(given, rules={"min": 3, "max": 5}) == given


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(Invalid) as refused:
        form_of(contact_form()).read({"email": "no", "message": "short"})
    assert refused.value.errors == {
        "name": ["Field is required"],
        "email": ["A valid email address is required"],
        "subject": ["Field is required"],
        "message": ["Field length must be greater than 9"],
    }


def test_who_wrote_is_the_first_address_that_was_given() -> None:
    form = form_of(contact_form())
    assert form.sender({"name": "Jane", "email": "jane@example.org"}) == "jane@example.org"
    assert form.sender({"name": "Jane"}) == ""


def test_a_pack_may_say_only_what_is_different_about_the_contact_form() -> None:
    form = form_of(with_what_is_usual({"key": "contacts", "to": "desk@example.org", "fields": []}))
    assert (form.to, form.title["en"]) == ("desk@example.org", "Contact us")
    assert [field.name for field in form.fields] == ["name", "email", "subject", "message"]
