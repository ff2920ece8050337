"""Says to the HTTP edge who is behind a request's api key (`platform.http.requests.Principals`)."""

from touchline.channel.application.keys import FindPrincipal
from touchline.platform.http.requests import Asked
from touchline.shared.principal import Principal


class KeyHolders:
    """Translates a request into the use case's words."""

    def __init__(self, find: FindPrincipal) -> None:
        self._find = find

    def __call__(self, asked: Asked) -> Principal:
        """The principal; `KeyRejected`."""
        return self._find(
            asked.api_key,
            lang=asked.lang,
            accept_language=asked.accept_language,
            ip=asked.ip,
            headers=asked.headers,
        )
