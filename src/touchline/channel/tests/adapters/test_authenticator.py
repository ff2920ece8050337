"""The authenticator by pyotp and segno, against RFC 6238's own examples."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from touchline.channel.adapters.authenticator import PyotpAuthenticator

APP = PyotpAuthenticator()
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # `12345678901234567890`, as in RFC 6238, appendix B


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_the_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    now = datetime.fromtimestamp(seconds, UTC)
    assert APP.step_of(SECRET, code, now, after=0) == seconds // 30


@pytest.mark.parametrize(("seconds", "known"), [(-60, False), (-30, True), (30, True), (60, False)])
def test_a_clock_may_be_one_step_off(seconds: int, known: bool) -> None:
    now = datetime.fromtimestamp(1111111109, UTC) + timedelta(seconds=seconds)
    assert (APP.step_of(SECRET, "081804", now, after=0) is not None) is known


def test_a_step_that_was_taken_is_not_found_again() -> None:
    now = datetime.fromtimestamp(59, UTC)
    assert APP.step_of(SECRET, "287082", now, after=1) is None


@pytest.mark.parametrize("code", ["", "28708", "2870820", "abcdef", "２８７０８1", "é"])
def test_no_other_text_is_a_code(code: str) -> None:
    assert APP.step_of(SECRET, code, datetime.fromtimestamp(59, UTC), after=0) is None


def test_each_secret_is_new_and_has_160_bits() -> None:
    assert re.fullmatch(r"[A-Z2-7]{32}", APP.new_secret())
    assert APP.new_secret() != APP.new_secret()


def test_the_address_names_channel_and_viewer() -> None:
    uri = APP.uri(SECRET, "ada@example.org", "Prairie: Sports")
    assert uri.startswith("otpauth://totp/Prairie%20%20Sports:ada%40example.org?secret=GEZD")
    assert "issuer=Prairie%20%20Sports" in uri


def test_the_picture_is_a_whole_svg_without_script_or_style() -> None:
    picture = ElementTree.fromstring(APP.picture(APP.uri(SECRET, "ada@example.org", "Prairie")))  # noqa: S314
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert {child.tag for child in picture} == {"{http://www.w3.org/2000/svg}path"}
