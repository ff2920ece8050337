"""The robot check at forms: who passes, and the sentences for who does not (product.md §8)."""

from __future__ import annotations

import pytest

from touchline.channel.application.robots import RefuseRobots
from touchline.channel.tests.hall import NoRobots
from touchline.shared.errors import Invalid

IP = "192.0.2.1"


def test_a_persons_token_passes() -> None:
    RefuseRobots(NoRobots("recaptcha"))("pass", IP)


def test_where_no_check_is_set_up_nobody_needs_a_token() -> None:
    RefuseRobots(NoRobots())(None, IP)


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (None, "A reCAPTCHA token required"),
        ("", "A reCAPTCHA token required"),
        ("fail", "The reCAPTCHA token is invalid or you look like a robot"),
    ],
)
def test_others_are_told_which_service_did_not_let_them_pass(token: str | None, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        RefuseRobots(NoRobots("recaptcha"))(token, IP)
    assert refused.value.errors == {"robot_token": [sentence]}
