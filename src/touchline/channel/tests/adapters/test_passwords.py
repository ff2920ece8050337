"""Argon2id, and the list of passwords that nobody should have."""

import threading
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import pytest
from argon2 import PasswordHasher

from touchline.channel.adapters.argon2_passwords import WAITING, Argon2Passwords
from touchline.channel.adapters.breached_passwords import CommonPasswords
from touchline.shared.errors import Throttled

QUICK = Argon2Passwords(passes=1, memory_kib=8, lanes=1)


def test_the_parameters_are_the_second_recommended_option_of_rfc_9106() -> None:
    assert Argon2Passwords().hash("tumbling pucks").startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_a_hash_is_of_one_password_and_different_each_time() -> None:
    first, second = QUICK.hash("Smørrebrød 🥪"), QUICK.hash("Smørrebrød 🥪")
    assert first != second
    assert QUICK.matches(first, "Smørrebrød 🥪")
    assert not QUICK.matches(first, "smørrebrød 🥪")
    assert "rrebr" not in first


@pytest.mark.parametrize("kept", [None, "", "no hash at all", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$"])
def test_without_a_hash_no_password_is_right(kept: str | None) -> None:
    assert not QUICK.matches(kept, "a password that nobody has")


@pytest.mark.parametrize("kept", [None, "", QUICK.hash("tumbling pucks")], ids=["none", "empty", "another"])
def test_comparing_with_nothing_is_as_much_work_as_with_a_wrong_one(
    kept: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords = Argon2Passwords(passes=1, memory_kib=8, lanes=1)
    work = Counter[str]()
    for name in ("hash", "verify"):
        monkeypatch.setattr(PasswordHasher, name, lambda *_, name=name: work.update([name]))
    passwords.matches(kept, "wrong")
    assert work == {"verify": 1}


def test_one_password_is_worked_on_at_a_time_and_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    passwords = Argon2Passwords(passes=1, memory_kib=8, lanes=1)
    done, at_once, most = threading.Event(), Counter[str](), []

    def verify(*_: object) -> bool:
        at_once["now"] += 1
        most.append(at_once["now"])
        assert done.wait(10)
        at_once["now"] -= 1
        return True

    monkeypatch.setattr(PasswordHasher, "verify", verify)
    with ThreadPoolExecutor(WAITING + 2) as pool:
        tries = [pool.submit(passwords.matches, "kept", "right") for _ in range(WAITING + 2)]
        (refused,) = wait(tries, 10, FIRST_COMPLETED).done
        with pytest.raises(Throttled) as refusal:
            refused.result()
        assert refusal.value.retry_after > 0
        done.set()
        assert sum(one is not refused and one.result() for one in tries) == WAITING + 1
    assert set(most) == {1}


def test_a_hash_of_other_parameters_is_outdated() -> None:
    assert not QUICK.outdated(QUICK.hash("tumbling pucks"))
    assert Argon2Passwords().outdated(QUICK.hash("tumbling pucks"))


@pytest.mark.parametrize("password", ["password", "PassWord", "qwertyuiop", "iloveyou"])
def test_what_attackers_try_first_is_known(password: str) -> None:
    assert password in CommonPasswords()


def test_a_password_of_ones_own_is_not_known() -> None:
    assert "tumbling pucks at noon" not in CommonPasswords()
    assert None not in CommonPasswords()


COMPOSED, DECOMPOSED = "caf\u00e9 au hockey", "cafe\u0301 au hockey"


def test_a_password_matches_in_whatever_form_a_keyboard_sends_it() -> None:
    passwords = Argon2Passwords(passes=1, memory_kib=8, lanes=1)
    for chosen in (COMPOSED, DECOMPOSED):
        kept = passwords.hash(chosen)
        for typed in (COMPOSED, DECOMPOSED, "\uff43af\u00e9 au hockey"):
            assert passwords.matches(kept, typed)
            assert not passwords.outdated(kept, typed)
        assert not passwords.matches(kept, "cafe au hockey")


def test_a_hash_of_a_password_that_was_not_normalized_goes_on_working_and_is_made_again() -> None:
    passwords = Argon2Passwords(passes=1, memory_kib=8, lanes=1)
    old = PasswordHasher(1, 8, 1, hash_len=32, salt_len=16).hash(DECOMPOSED)
    assert passwords.matches(old, DECOMPOSED)
    assert passwords.outdated(old, DECOMPOSED)
    assert not passwords.matches(None, DECOMPOSED)
