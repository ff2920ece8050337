"""No key stands in the repository, and those that there could be are seen."""

import pytest

from contracts.audit import keys_in, tree

WRITTEN = {
    "stripe": "sk_" + "live_" + "a1B2" * 6,
    "amazon": "AK" + "IA" + "ABCDEFGH12345678",
    "github": "gh" + "p_" + "a1B2c3" * 6,
    "google": "AI" + "za" + "b" * 35,
    "pem": "-----BEGIN " + "PRIVATE KEY-----\n" + "MIIE" * 10,
    "address": "postgresql://touchline:" + "correcthorsebattery" + "@db1.riverside.net/touchline",
}


def test_no_key_stands_in_the_tree() -> None:
    assert list(tree()) == []


@pytest.mark.parametrize("key", WRITTEN.values(), ids=WRITTEN)
def test_a_key_is_seen_and_not_repeated(key: str) -> None:
    (said,) = keys_in(f"KEY = '{key}'")
    assert key not in said
