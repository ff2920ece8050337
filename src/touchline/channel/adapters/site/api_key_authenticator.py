"""Authentication of requests by API key or access token (`platform.http.requests.Authenticator`)."""

from touchline.channel.application.operators.access_tokens import FindTokenPrincipal
from touchline.channel.application.site.keys import FindPrincipal
from touchline.channel.domain.operators.access_tokens import TOKEN_PREFIX
from touchline.platform.http.requests import RequestParams
from touchline.shared.errors import TokenNotAcceptedError
from touchline.shared.principal import Principal


class ApiKeyAuthenticator:
    """Adapter from a request to the authentication use cases.

    An access token is accepted in the header only, because addresses and bodies are copied more often. In
    other places it is an unknown API key.
    """

    def __init__(self, find_principal: FindPrincipal, find_token_principal: FindTokenPrincipal) -> None:
        self._find_principal = find_principal
        self._find_token_principal = find_token_principal

    def __call__(self, params: RequestParams) -> Principal:
        """Return the principal.

        Raises `InvalidApiKeyError`, `InvalidAccessTokenError`, `TokenNotAcceptedError`, or
        `RateLimitedError` after many wrong tokens.
        """
        key = params.api_key or ""
        is_token = key.startswith(TOKEN_PREFIX) and params.is_key_in_header
        if is_token and not params.accepts_token:
            raise TokenNotAcceptedError
        find = self._find_token_principal if is_token else self._find_principal
        return find(
            key,
            lang=params.lang,
            accept_language=params.accept_language,
            ip=params.ip,
            headers=params.headers,
        )
