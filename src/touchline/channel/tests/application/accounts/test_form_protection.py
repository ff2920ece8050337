"""The robot check on forms: who passes, and the messages for rejected visitors (product.md §8)."""

from __future__ import annotations

import pytest

from touchline.channel.application.accounts.form_protection import RequireHuman
from touchline.channel.tests.account_harness import FakeRobotCheck
from touchline.shared.errors import InvalidInputError

IP = "192.0.2.1"


def test_a_valid_token_passes() -> None:
    RequireHuman(FakeRobotCheck("recaptcha"))("pass", IP)


def test_no_token_is_required_without_a_robot_check() -> None:
    RequireHuman(FakeRobotCheck())(None, IP)


@pytest.mark.parametrize(
    ("token", "message"),
    [
        (None, "A reCAPTCHA token required"),
        ("", "A reCAPTCHA token required"),
        ("fail", "The reCAPTCHA token is invalid or you look like a robot"),
    ],
)
def test_an_error_names_the_robot_check_service(token: str | None, message: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        RequireHuman(FakeRobotCheck("recaptcha"))(token, IP)
    assert error.value.errors == {"robot_token": [message]}
