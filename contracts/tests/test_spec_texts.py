"""Every text of the specification (product.md) is in the product: on the server once, on the page in both
languages.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "web/src/locales"
PAGE = """
New subscription
Subscription Renewal
Auto-Renewal Cancelled
Auto-Renewal
Paid
Inactive
Refunded
Active
Men
Women
M
W
A valid email address is required
Field is required
Enter your first name
Enter your last name
Enter your Email
The password is too short
The password and password confirmation do not match
Please accept terms & conditions
Field length must be greater than {number}
Field length must be less than {number}
Field {field} must be equal one of {names}, but it's {value}
Please select tag
Please fill in the input field
Your clip duration is longer than the end time
Please select one of your saved cards or enter new one
{days, plural, one {#-day free trial} other {#-day free trial}}
We're sorry, but this content is not available in your region.
The email address you have entered is already registered
Wrong auth data
You are already logged in
User not found
Reset password key expired
Reset password failed
Promo code is invalid
{service} token required
The {service} token is invalid or you look like a robot
Invalid email or password. Please try again.
No channel or api key found
Something went wrong. Please try again or contact technical support
Apologies! Our service is currently experiencing technical difficulties
Verification your email address failed
Your email already verified
Incorrect password
You are not registered yet. Please accept terms and conditions and click Register to continue.
You already bought this event.
You already bought this package.
You already bought this subscription.
""".strip().splitlines()
SERVER = """
New subscription
Subscription Renewal
A valid email address is required
Field is required
Enter your first name
Enter your last name
Enter your Email
The password is too short
Please accept terms & conditions
Field length must be greater than {}
Field length must be less than {}
Please select tag
Please fill in the input field
Your clip duration is longer than the end time
Please select one of your saved cards or enter new one
Field {} must be equal one of {}, but it's {}
user must be logged in
id not selected
Package is TeamPass but team not selected
We're sorry, but this content is not available in your region.
The email address you have entered is already registered
Wrong auth data
You are already logged in
Verification failed
Email already verified
Reset password key expired
Reset password failed
Wrong promo code
A {} token required
The {} token is invalid or you look like a robot
PASSWORDS DON'T MATCH
Invalid email or password. Please try again.
No channel or api key found
no api key
Incorrect password
You are not registered yet. Please accept terms and conditions and click Register to continue.
Something went wrong. Please try again or contact technical support
You already bought this {}.
""".strip().splitlines()
SAME_IN_BOTH_LANGUAGES = {"M"}
"""Texts that are the same in both languages."""


@cache
def load_catalog(language: str) -> dict[str, tuple[str, int]]:
    """Return the messages of a language, and how often each is used."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        return {str(item.id): (str(item.string), len(item.locations)) for item in read_po(file) if item.id}


@pytest.mark.parametrize("text", PAGE, ids=map(str, range(len(PAGE))))
def test_a_page_text_exists_in_both_languages(text: str) -> None:
    message, used = load_catalog("en")[text]
    translation, _ = load_catalog("fr")[text]
    assert (message or text, bool(translation), used > 0) == (text, True, True)
    assert translation != text or text in SAME_IN_BOTH_LANGUAGES


def literal_text(node: ast.expr) -> str | None:
    """Return a text of the Python code with `{}` for inserted values, or None if it is not a text."""
    if isinstance(node, ast.Constant):
        return re.sub(r"\{\w+\}", "{}", node.value) if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


@cache
def count_server_texts() -> Counter[str]:
    """Return every text in the server's code, and in how many places it occurs."""
    result: Counter[str] = Counter()
    for path in (*ROOT.glob("src/touchline/**/*.py"), *ROOT.glob("adapters/*/*.py")):
        if not {"tests", "demo", "conftest.py"} & set(path.parts):
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            result.update(
                text for node in nodes if isinstance(node, ast.expr) and (text := literal_text(node))
            )
    return result


@pytest.mark.parametrize("text", SERVER, ids=map(str, range(len(SERVER))))
def test_a_server_text_is_defined_once(text: str) -> None:
    assert count_server_texts()[text] == 1
