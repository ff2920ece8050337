"""Tests for variants of email addresses."""

from __future__ import annotations

import pytest

from touchline.billing.domain.mailboxes import get_mailbox


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("ada@example.org", "ada@example.org"),
        (" Ada+trial2@Example.ORG. ", "ada@example.org"),
        ("a.d.a+x@gmail.com", "ada@gmail.com"),
        ("ada@googlemail.com", "ada@gmail.com"),
        ("a.d.a@example.org", "a.d.a@example.org"),
        ("a_d-a@proton.me", "ada@proton.me"),
        ("ada@pm.me", "ada@proton.me"),
        ("ada@mac.com", "ada@icloud.com"),
        ("ada-trial@yahoo.com", "ada@yahoo.com"),
        ("ada-maria@example.org", "ada-maria@example.org"),
        ("ada@ya.ru", "ada@yandex.ru"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example"),
        ("ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
        ("+ada@example.org", "+ada@example.org"),
        ("ada+x@yahoo.com", "ada@yahoo.com"),
        ("ada-x@rocketmail.com", "ada@rocketmail.com"),
        ("a-d.a@yandex.com", "ada@yandex.ru"),
        ("trial7@ada.fastmail.com", "ada@fastmail.com"),
        ("ada+x@fastmail.com", "ada@fastmail.com"),
        ("\uff41da@gmail\uff0ecom", "ada@gmail.com"),
        ("\u212aim@example.org", "kim@example.org"),
        ('"a.da"@gmail.com', "ada@gmail.com"),
        ('"a\\da"@example.org', "ada@example.org"),
        ("...@gmail.com", "...@gmail.com"),
        ("nobody", "@nobody"),
    ],
)
def test_an_address_leads_to_its_mailbox(address: str, mailbox: str) -> None:
    assert get_mailbox(address) == mailbox
