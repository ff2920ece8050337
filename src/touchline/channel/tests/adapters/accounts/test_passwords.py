"""Argon2id hashes and the list of forbidden passwords."""

import threading
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import pytest
from argon2 import PasswordHasher

from touchline.channel.adapters.accounts.argon2_passwords import MAX_WAITING, Argon2PasswordHasher
from touchline.channel.adapters.accounts.breached_passwords import CommonPasswords
from touchline.shared.errors import RateLimitedError

FAST_HASHER = Argon2PasswordHasher(passes=1, memory_kib=8, lanes=1)


def test_the_parameters_follow_the_second_option_of_rfc_9106() -> None:
    assert Argon2PasswordHasher().hash("tumbling pucks").startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_a_hash_is_salted_and_matches_one_password() -> None:
    first, second = FAST_HASHER.hash("Smørrebrød 🥪"), FAST_HASHER.hash("Smørrebrød 🥪")
    assert first != second
    assert FAST_HASHER.verify(first, "Smørrebrød 🥪")
    assert not FAST_HASHER.verify(first, "smørrebrød 🥪")
    assert "rrebr" not in first


@pytest.mark.parametrize("password_hash", [None, "", "no hash at all", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$"])
def test_without_a_hash_no_password_matches(password_hash: str | None) -> None:
    assert not FAST_HASHER.verify(password_hash, "a password that nobody has")


@pytest.mark.parametrize(
    "password_hash", [None, "", FAST_HASHER.hash("tumbling pucks")], ids=["none", "empty", "another"]
)
def test_verifying_without_a_hash_takes_as_long_as_with_a_wrong_password(
    password_hash: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasher = Argon2PasswordHasher(passes=1, memory_kib=8, lanes=1)
    calls = Counter[str]()
    for name in ("hash", "verify"):
        monkeypatch.setattr(PasswordHasher, name, lambda *_, name=name: calls.update([name]))
    hasher.verify(password_hash, "wrong")
    assert calls == {"verify": 1}


def test_passwords_are_hashed_one_at_a_time_with_a_limited_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = Argon2PasswordHasher(passes=1, memory_kib=8, lanes=1)
    may_finish, active_count, max_active = threading.Event(), Counter[str](), []

    def verify(*_: object) -> bool:
        active_count["now"] += 1
        max_active.append(active_count["now"])
        assert may_finish.wait(10)
        active_count["now"] -= 1
        return True

    monkeypatch.setattr(PasswordHasher, "verify", verify)
    with ThreadPoolExecutor(MAX_WAITING + 2) as pool:
        attempts = [pool.submit(hasher.verify, "stored hash", "right") for _ in range(MAX_WAITING + 2)]
        (rejected,) = wait(attempts, 10, FIRST_COMPLETED).done
        with pytest.raises(RateLimitedError) as error:
            rejected.result()
        assert error.value.retry_after > 0
        may_finish.set()
        assert sum(attempt is not rejected and attempt.result() for attempt in attempts) == MAX_WAITING + 1
    assert set(max_active) == {1}


def test_a_hash_of_other_parameters_is_outdated() -> None:
    assert not FAST_HASHER.needs_rehash(FAST_HASHER.hash("tumbling pucks"))
    assert Argon2PasswordHasher().needs_rehash(FAST_HASHER.hash("tumbling pucks"))


@pytest.mark.parametrize("password", ["password", "PassWord", "qwertyuiop", "iloveyou"])
def test_common_passwords_are_detected(password: str) -> None:
    assert password in CommonPasswords()


def test_an_uncommon_password_is_accepted() -> None:
    assert "tumbling pucks at noon" not in CommonPasswords()
    assert None not in CommonPasswords()


COMPOSED, DECOMPOSED = "caf\u00e9 au hockey", "cafe\u0301 au hockey"


def test_a_password_matches_in_any_normalization_form() -> None:
    hasher = Argon2PasswordHasher(passes=1, memory_kib=8, lanes=1)
    for new_password in (COMPOSED, DECOMPOSED):
        password_hash = hasher.hash(new_password)
        for entered_password in (COMPOSED, DECOMPOSED, "\uff43af\u00e9 au hockey"):
            assert hasher.verify(password_hash, entered_password)
            assert not hasher.needs_rehash(password_hash, entered_password)
        assert not hasher.verify(password_hash, "cafe au hockey")


def test_a_hash_of_an_unnormalized_password_works_and_is_outdated() -> None:
    hasher = Argon2PasswordHasher(passes=1, memory_kib=8, lanes=1)
    old_hash = PasswordHasher(1, 8, 1, hash_len=32, salt_len=16).hash(DECOMPOSED)
    assert hasher.verify(old_hash, DECOMPOSED)
    assert hasher.needs_rehash(old_hash, DECOMPOSED)
    assert not hasher.verify(None, DECOMPOSED)
