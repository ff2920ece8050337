"""Recovery codes: how they look, and what is kept of them."""

import re

from touchline.channel.domain.recovery_codes import new_recovery_codes, plain_code, recovery_hash
from touchline.shared.ids import AccountId

ME = AccountId(1)


def test_ten_codes_are_made_of_letters_and_digits_that_look_like_no_other() -> None:
    codes = new_recovery_codes()
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}", code) for code in codes)
    assert not set(codes) & set(new_recovery_codes())


def test_a_code_is_the_same_however_it_is_typed() -> None:
    assert plain_code(" ABCDE – fgh23 ") == "abcdefgh23"
    assert recovery_hash(b"key", ME, "ABCDE fgh23") == recovery_hash(b"key", ME, "abcde-fgh23")


def test_the_hash_differs_by_account_and_by_the_deployments_secret() -> None:
    made = recovery_hash(b"key", ME, "abcde-fgh23")
    assert made != recovery_hash(b"key", AccountId(2), "abcde-fgh23")
    assert made != recovery_hash(b"another", ME, "abcde-fgh23")
    assert len(made) == 64
