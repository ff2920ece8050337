"""Port for a robot check by proof of work: a browser must find a number, which takes it a second or two."""

from typing import Any, Protocol


class ProofOfWork(Protocol):
    """Creates challenges and verifies their solutions."""

    def create_challenge(self) -> dict[str, Any]:
        """Return a new challenge of the ALTCHA protocol, valid for a few minutes."""
        ...

    def verify(self, solution: str) -> bool:
        """Return whether a text is the solution of a challenge. Each solution is accepted once."""
        ...
