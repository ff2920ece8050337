"""What a browser carries to a social provider and back, and who came back: as texts that can be sealed."""

import json
from dataclasses import asdict, dataclass
from datetime import timedelta

from touchline.channel.domain.identifiers import WRONG_AUTH_DATA
from touchline.channel.ports.seal import Seal
from touchline.channel.ports.social import SocialPerson
from touchline.shared.errors import Refused

AWAY = timedelta(minutes=10)
"""How long one may take at the provider, and again as long to accept the terms."""
_STATE, _PERSON = "social-state", "social-person"


class WrongAuthData(Refused):
    """State or code are not what they were, or not this browser's, or used (product.md §8)."""

    code = "errors.social"
    keeps = True

    def __init__(self) -> None:
        super().__init__(WRONG_AUTH_DATA)


@dataclass(frozen=True)
class Way:
    """One way to a provider and back. `session` is the hash of the api key that set out."""

    provider: str
    session: str
    nonce: str
    verifier: str
    redirect_uri: str


class SealedWays:
    """Ways as the `state` parameter (RFC 6749, 4.1.1), and people who wait, both unreadable to others."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    def state(self, way: Way) -> str:
        """The way, to be shown to browser and provider."""
        return self._seal.seal(_STATE, json.dumps(asdict(way)))

    def read(self, state: str, *, within: timedelta) -> Way:
        """The way of a state that is not older than that; `Broken`."""
        return Way(**json.loads(self._seal.open(_STATE, state, seconds=int(within.total_seconds()))))

    def sealed(self, person: SocialPerson) -> str:
        """A person, to be kept for minutes."""
        return self._seal.seal(_PERSON, json.dumps(asdict(person)))

    def person(self, sealed: str) -> SocialPerson:
        """The person again; `Broken`."""
        return SocialPerson(**json.loads(self._seal.open(_PERSON, sealed)))
