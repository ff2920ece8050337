"""The TOTP service over pyotp and segno, tested with the examples of RFC 6238."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from touchline.channel.adapters.accounts.totp import PyotpTotpService

TOTP = PyotpTotpService()
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # `12345678901234567890`, as in RFC 6238, appendix B


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_codes_follow_rfc_6238(seconds: int, code: str) -> None:
    now = datetime.fromtimestamp(seconds, UTC)
    assert TOTP.find_step(SECRET, code, now, last_step=0) == seconds // 30


@pytest.mark.parametrize(("seconds", "is_accepted"), [(-60, False), (-30, True), (30, True), (60, False)])
def test_a_clock_may_drift_by_one_step(seconds: int, is_accepted: bool) -> None:
    now = datetime.fromtimestamp(1111111109, UTC) + timedelta(seconds=seconds)
    assert (TOTP.find_step(SECRET, "081804", now, last_step=0) is not None) is is_accepted


def test_a_used_step_is_rejected() -> None:
    now = datetime.fromtimestamp(59, UTC)
    assert TOTP.find_step(SECRET, "287082", now, last_step=1) is None


@pytest.mark.parametrize("code", ["", "28708", "2870820", "abcdef", "２８７０８1", "é"])
def test_other_text_is_rejected(code: str) -> None:
    assert TOTP.find_step(SECRET, code, datetime.fromtimestamp(59, UTC), last_step=0) is None


def test_each_secret_is_new_and_has_160_bits() -> None:
    assert re.fullmatch(r"[A-Z2-7]{32}", TOTP.generate_secret())
    assert TOTP.generate_secret() != TOTP.generate_secret()


def test_the_uri_contains_channel_and_viewer() -> None:
    uri = TOTP.build_uri(SECRET, "ada@example.org", "Prairie: Sports")
    assert uri.startswith("otpauth://totp/Prairie%20%20Sports:ada%40example.org?secret=GEZD")
    assert "issuer=Prairie%20%20Sports" in uri


def test_the_qr_code_is_a_complete_svg_without_script_or_style() -> None:
    svg = ElementTree.fromstring(TOTP.render_qr_code(TOTP.build_uri(SECRET, "ada@example.org", "Prairie")))  # noqa: S314
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert {child.tag for child in svg} == {"{http://www.w3.org/2000/svg}path"}
