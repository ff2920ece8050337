"""Common passwords that attackers try first, from zxcvbn's frequency list (port `BreachedPasswords`)."""

from functools import cache


class CommonPasswords:
    """The 30,000 most frequent passwords of published breaches. Loaded on first use."""

    def __contains__(self, password: object) -> bool:
        """Return True if the password is common. Case is ignored."""
        return isinstance(password, str) and password.lower() in _load_passwords()


@cache
def _load_passwords() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])
