"""Card field input: formatting and validation by the module `cards.js`, run by Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

MODULE = Path(__file__).parents[1] / "parts" / "cards.js"
RUN = """
import { KINDS } from %s
const cases = JSON.parse(process.argv[1])
const defaults = { today: '2026-11', brand: 'visa' }
console.log(JSON.stringify(cases.map(([kind, text, brand]) => {
  const context = { ...defaults, ...(brand && { brand }) }
  const formatted = KINDS[kind].format(text, context)
  return { formatted, ...KINDS[kind].getState(formatted, context) }
})))
"""
NUMBERS: list[tuple[str, str, str, bool, str | None]] = [
    ("4242424242424242", "4242 4242 4242 4242", "visa", True, None),
    ("42424242424242429999", "4242 4242 4242 4242", "visa", True, None),
    ("4242-4242 4242x4241", "4242 4242 4242 4241", "visa", False, "invalid_number"),
    ("424242424242424", "4242 4242 4242 424", "visa", False, None),
    ("378282246310005", "3782 822463 10005", "amex", True, None),
    ("5555555555554444", "5555 5555 5555 4444", "mastercard", True, None),
    ("2223003122003222", "2223 0031 2200 3222", "mastercard", True, None),
    ("6011111111111117", "6011 1111 1111 1117", "discover", True, None),
    ("3566002020360505", "3566 0020 2036 0505", "jcb", True, None),
    ("36227206271667", "3622 7206 2716 67", "diners", True, None),
    ("6205500000000000004", "6205 5000 0000 0000 004", "unionpay", True, None),
    ("9", "9", "unknown", False, None),
    ("", "", "unknown", False, None),
]
DATES: list[tuple[str, str, bool, str | None]] = [
    ("1", "1", False, None),
    ("5", "05 / ", False, None),
    ("1234", "12 / 34", True, None),
    ("12/2034", "12 / 34", True, None),
    ("1/34", "01 / 34", True, None),
    ("1126", "11 / 26", True, None),
    ("1026", "10 / 26", False, "invalid_expiry_month_past"),
    ("1225", "12 / 25", False, "invalid_expiry_year_past"),
    ("1334", "13 / 34", False, "invalid_expiry_month"),
    ("0034", "00 / 34", False, "invalid_expiry_month"),
    ("1299", "12 / 99", False, "invalid_expiry_year"),
]
CODES = [
    ("123", "visa", "123", True),
    ("1234", "visa", "123", True),
    ("12", "visa", "12", False),
    ("123", "amex", "123", False),
    ("1234", "amex", "1234", True),
    ("1234", "unknown", "1234", True),
]


NODE = shutil.which("node") or ""
pytestmark = pytest.mark.skipif(not NODE, reason="until Node is installed")


def run_script(cases: list[tuple[str, ...]]) -> list[dict[str, Any]]:
    """Run the cases, and return how each input is formatted and validated."""
    script = RUN % json.dumps(MODULE.as_uri())
    command = [NODE, "--input-type=module", "--eval", script, "--", json.dumps(cases)]
    output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    results: list[dict[str, Any]] = json.loads(output.stdout)
    return results


def test_a_number_is_grouped_by_its_brand_and_validated() -> None:
    results = run_script([("cardNumber", text) for text, *_ in NUMBERS])
    output = [
        (result["formatted"], result["brand"], result["complete"], result["errorCode"]) for result in results
    ]
    assert output == [tuple(expected) for _, *expected in NUMBERS]


def test_a_date_is_accepted_in_any_format_unless_it_is_past() -> None:
    results = run_script([("cardExpiry", text) for text, *_ in DATES])
    output = [(result["formatted"], result["complete"], result["errorCode"]) for result in results]
    assert output == [tuple(expected) for _, *expected in DATES]


def test_the_length_of_a_security_code_depends_on_the_brand() -> None:
    results = run_script([("cardCvc", text, brand) for text, brand, *_ in CODES])
    assert [(result["formatted"], result["complete"]) for result in results] == [
        tuple(code[2:]) for code in CODES
    ]
