"""Authentication of requests by API key (`platform.http.requests.Authenticator`)."""

from touchline.channel.application.site.keys import FindPrincipal
from touchline.platform.http.requests import RequestParams
from touchline.shared.principal import Principal


class ApiKeyAuthenticator:
    """Adapter from a request to the authentication use case."""

    def __init__(self, find_principal: FindPrincipal) -> None:
        self._find_principal = find_principal

    def __call__(self, params: RequestParams) -> Principal:
        """Return the principal. Raises `InvalidApiKeyError`."""
        return self._find_principal(
            params.api_key,
            lang=params.lang,
            accept_language=params.accept_language,
            ip=params.ip,
            headers=params.headers,
        )
