"""No key is in the repository, and the patterns find the possible keys."""

import pytest

from contracts.nightly.audit import find_secrets, scan_tree

SAMPLE_SECRETS = {
    "stripe": "sk_" + "live_" + "a1B2" * 6,
    "amazon": "AK" + "IA" + "ABCDEFGH12345678",
    "github": "gh" + "p_" + "a1B2c3" * 6,
    "google": "AI" + "za" + "b" * 35,
    "pem": "-----BEGIN " + "PRIVATE KEY-----\n" + "MIIE" * 10,
    "address": "postgresql://touchline:" + "correcthorsebattery" + "@db1.riverside.net/touchline",
}


@pytest.mark.nightly
def test_there_are_no_secrets_in_the_tree() -> None:
    assert list(scan_tree()) == []


@pytest.mark.parametrize("key", SAMPLE_SECRETS.values(), ids=SAMPLE_SECRETS)
def test_a_secret_is_found_and_masked(key: str) -> None:
    (reported,) = find_secrets(f"KEY = '{key}'")
    assert key not in reported
