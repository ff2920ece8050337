"""Says to the HTTP edge who is behind a request's api key (`platform.http.requests.Authenticator`)."""

from touchline.channel.application.site.keys import FindPrincipal
from touchline.platform.http.requests import RequestParams
from touchline.shared.principal import Principal


class ApiKeyAuthenticator:
    """Translates a request into the use case's words."""

    def __init__(self, find_principal: FindPrincipal) -> None:
        self._find_principal = find_principal

    def __call__(self, params: RequestParams) -> Principal:
        """The principal; `InvalidApiKeyError`."""
        return self._find_principal(
            params.api_key,
            lang=params.lang,
            accept_language=params.accept_language,
            ip=params.ip,
            headers=params.headers,
        )
