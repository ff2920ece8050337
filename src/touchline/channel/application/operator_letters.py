"""Emails to the operators of a channel."""

from __future__ import annotations

from touchline.channel.ports.letters import Letters
from touchline.channel.ports.operators import Operators


class TellOperators:
    """Asks for an email to every operator of the present channel."""

    def __init__(self, letters: Letters, operators: Operators) -> None:
        self._letters = letters
        self._operators = operators

    def clip_reported(self, clip_id: int, at: int) -> None:
        """A clip was reported; hearing of the same report twice is one email."""
        self._tell("clip_reported", clip_id, f"clip-reported-{clip_id}-{at}")

    def consent_missing(self, event_id: int) -> None:
        """An event of the next day lacks consent; one email for each event."""
        self._tell("consent_missing", event_id, f"consent-missing-{event_id}")

    def _tell(self, kind: str, number: int, key: str) -> None:
        for one in self._operators.all():
            self._letters.ask(kind, one.account_id, number, f"{key}-{one.account_id}")
