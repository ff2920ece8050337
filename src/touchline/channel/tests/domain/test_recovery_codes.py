"""The format of recovery codes, and the hashes that are stored."""

import re

from touchline.channel.domain.accounts.recovery_codes import (
    generate_recovery_codes,
    hash_recovery_code,
    normalize_code,
)
from touchline.shared.ids import AccountId

ACCOUNT_ID = AccountId(1)


def test_ten_codes_use_unambiguous_characters() -> None:
    codes = generate_recovery_codes()
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}", code) for code in codes)
    assert not set(codes) & set(generate_recovery_codes())


def test_codes_are_normalized() -> None:
    assert normalize_code(" ABCDE – fgh23 ") == "abcdefgh23"
    assert hash_recovery_code(b"key", ACCOUNT_ID, "ABCDE fgh23") == hash_recovery_code(
        b"key", ACCOUNT_ID, "abcde-fgh23"
    )


def test_the_hash_depends_on_account_and_deployment_secret() -> None:
    code_hash = hash_recovery_code(b"key", ACCOUNT_ID, "abcde-fgh23")
    assert code_hash != hash_recovery_code(b"key", AccountId(2), "abcde-fgh23")
    assert code_hash != hash_recovery_code(b"another", ACCOUNT_ID, "abcde-fgh23")
    assert len(code_hash) == 64
