"""Every text of the specification (product.md) is in the product: on the server once, on the page in both
languages."""

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
SENTENCES = ROOT / "web/src/shared/http/sentences.ts"
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
NOT_SHOWN = {"no api key", "New subscription", "Subscription Renewal"}
"""What the page says by a code, or does not show."""
FILLED = {"You already bought this {}.": ("event", "package", "subscription")}
"""What is put into a text that stands whole for each of its values; the others are known by a pattern."""
THE_SAME = {"M"}
"""What both languages write alike."""


@cache
def catalogue(language: str) -> dict[str, tuple[str, int]]:
    """Messages of a language with how often each is used."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        return {str(each.id): (str(each.string), len(each.locations)) for each in read_po(file) if each.id}


@pytest.mark.parametrize("text", PAGE, ids=map(str, range(len(PAGE))))
def test_a_text_of_the_page_stands_in_both_languages(text: str) -> None:
    said, used = catalogue("en")[text]
    translated, _ = catalogue("fr")[text]
    assert (said or text, bool(translated), used > 0) == (text, True, True)
    assert translated != text or text in THE_SAME


def written(node: ast.expr) -> str | None:
    """A text as it is written in Python: what is put into it stands as `{}`."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


@cache
def on_the_server() -> Counter[str]:
    """Every text in the server's code, by how many places write it."""
    found: Counter[str] = Counter()
    for path in (*ROOT.glob("src/touchline/**/*.py"), *ROOT.glob("adapters/*/*.py")):
        if not {"tests", "demo", "conftest.py"} & set(path.parts):
            nodes = ast.walk(ast.parse(path.read_text("utf-8")))
            found.update(text for node in nodes if isinstance(node, ast.expr) and (text := written(node)))
    return found


@pytest.mark.parametrize("text", SERVER, ids=map(str, range(len(SERVER))))
def test_a_text_of_the_server_is_written_once(text: str) -> None:
    assert on_the_server()[text] == 1


@cache
def on_the_page() -> tuple[str, tuple[re.Pattern[str], ...]]:
    """What the page knows of the server's sentences: those that stand whole, and patterns of the others."""
    source = re.sub(r"\\'", "'", SENTENCES.read_text("utf-8"))
    whole, patterns = source.split("const PATTERNS")
    return whole, tuple(re.compile(each, re.DOTALL) for each in re.findall(r"/(\^.+\$)/s?,", patterns))


@pytest.mark.parametrize("text", [text for text in SERVER if text not in NOT_SHOWN])
def test_what_the_server_says_is_known_to_the_page(text: str) -> None:
    whole, patterns = on_the_page()
    for value in FILLED.get(text, ("7",)):
        said = text.replace("{}", value)
        stands = f"'{said}':" in whole or f'"{said}":' in whole
        assert stands or any(each.match(said) for each in patterns)
