"""Addresses that an operator pastes into a team's list."""

from __future__ import annotations

from touchline.channel.domain.accounts.member_addresses import AddressProblem, parse_addresses


def test_addresses_are_separated_by_lines_commas_semicolons_and_tabs() -> None:
    text = "ada@example.org, bea@example.org;cy@example.org\tdan@example.org\r\n\n  eve@example.org  \n"
    names = ("ada", "bea", "cy", "dan", "eve")
    assert parse_addresses(text).addresses == tuple(f"{name}@example.org" for name in names)


def test_the_address_of_a_contact_is_in_angle_brackets() -> None:
    assert parse_addresses("Ada Moreau <ada@example.org>").addresses == ("ada@example.org",)


def test_an_address_counts_once_whatever_its_case() -> None:
    assert parse_addresses("Ada@Example.org\nada@example.org").addresses == ("Ada@Example.org",)


def test_each_part_that_is_no_address_is_reported_with_its_line() -> None:
    parsed = parse_addresses("ada@example.org\nbea@, cy@example.org\n\nCoach Dan\n")
    assert parsed.addresses == ("ada@example.org", "cy@example.org")
    assert parsed.problems == (AddressProblem(2, "bea@"), AddressProblem(4, "Coach Dan"))
