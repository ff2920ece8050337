"""Passwords that attackers try first: the frequency list that zxcvbn ships (port `BreachedPasswords`)."""

from functools import cache


class CommonPasswords:
    """The 30,000 most frequent passwords of published breaches; read when the first one is asked for."""

    def __contains__(self, password: object) -> bool:
        """Whether the password is known; capitals make no difference."""
        return isinstance(password, str) and password.lower() in _load_passwords()


@cache
def _load_passwords() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])
