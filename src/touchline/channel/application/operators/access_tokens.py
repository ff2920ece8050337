"""Access tokens of operators: creation, list, revocation, and use (docs/decisions/0073-access-tokens.md)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from touchline.channel.domain.accounts.form_errors import raise_for_errors
from touchline.channel.domain.operators.access_tokens import (
    MAX_TOKENS,
    TOO_MANY_TOKENS,
    VISIBLE_LENGTH,
    AccessToken,
    find_token_errors,
    generate_token,
    list_lifetimes,
    sort_scopes,
)
from touchline.channel.domain.site.keys import hash_key
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.operators.access_tokens import AccessTokens, RecordTokenUse
from touchline.channel.ports.operators.operators import Operator, Operators
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.geo import Geo
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.errors import InvalidAccessTokenError, NotFoundError, RefusedError
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.network_addresses import rate_limit_address
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal, TokenGrant

_NO_SESSION = SessionId(0)


@dataclass(frozen=True)
class TokenOverview:
    """The tokens that an operator sees, newest first, and what the operator can choose for another one."""

    tokens: Sequence[AccessToken]
    scopes: Sequence[Permission]
    lifetimes: Sequence[int]


@dataclass(frozen=True)
class NewAccessToken:
    """A new token with its secret, which is never shown again."""

    token: AccessToken
    secret: str


class AccessTokenService:
    """Service for the access tokens of the current channel."""

    def __init__(
        self,
        tokens: AccessTokens,
        operators: Operators,
        email_queue: EmailQueue,
        record_audit: RecordAudit,
        clock: Clock,
        max_days: int,
    ) -> None:
        self._tokens = tokens
        self._operators = operators
        self._email_queue = email_queue
        self._record_audit = record_audit
        self._clock = clock
        self._max_days = max_days

    def list_for(self, account_id: AccountId) -> TokenOverview:
        """List the operator's tokens. Operators who manage integrations see the tokens of everybody."""
        operator = self._get_operator(account_id)
        tokens = self._tokens.list(None if _may_manage_all(operator) else account_id)
        return TokenOverview(tokens, sort_scopes(operator.permissions), list_lifetimes(self._max_days))

    def list_all(self) -> Sequence[AccessToken]:
        """List the tokens of all operators, newest first."""
        return self._tokens.list()

    def create(
        self, owner: Principal, name: str, scopes: Collection[Permission], days: int
    ) -> NewAccessToken:
        """Create a token and notify its owner by email.

        Raises `InvalidInputError`, or `RefusedError` for too many tokens.
        """
        self._operators.lock()
        operator, now = self._get_operator(owner.viewer_id), self._clock.now()
        raise_for_errors(find_token_errors(name, scopes, operator.permissions, days, self._max_days))
        if sum(token.is_active(now) for token in self._tokens.list(operator.account_id)) >= MAX_TOKENS:
            raise RefusedError(TOO_MANY_TOKENS.with_params(number=MAX_TOKENS))
        secret = generate_token()
        token = AccessToken(
            channel_id=owner.channel_id,
            account_id=operator.account_id,
            name=name,
            prefix=secret[:VISIBLE_LENGTH],
            scopes=sort_scopes(scopes),
            created_at=now,
            expires_at=now + timedelta(days=days),
            owner_name=operator.name,
            session_id=owner.session_id,
        )
        saved = self._tokens.add(token, hash_key(secret))
        values = {"scopes": sorted(saved.scopes), "expires_at": saved.expires_at}
        self._record_audit(AuditRecord("access_token.create", _get_subject(saved), after=values))
        self._email_queue.enqueue("access_token_created", saved.account_id, saved.id)
        return NewAccessToken(saved, secret)

    def revoke(self, token_id: int, account_id: AccountId | None = None) -> AccessToken:
        """Revoke a token and return it. Does nothing for a revoked one.

        With `account_id`, raises `NotFoundError` unless the operator may see the token.
        """
        token = self._tokens.get(token_id)
        if token is None or not self._may_revoke(token, account_id):
            raise NotFoundError
        if token.revoked_at is None and self._tokens.revoke(token_id, self._clock.now()):
            self._record_audit(AuditRecord("access_token.revoke", _get_subject(token)))
        return token

    def _may_revoke(self, token: AccessToken, account_id: AccountId | None) -> bool:
        if account_id is None or account_id == token.account_id:
            return True
        return _may_manage_all(self._get_operator(account_id))

    def _get_operator(self, account_id: AccountId) -> Operator:
        operator = self._operators.get(account_id)
        if operator is None:
            raise NotFoundError
        return operator


class FindTokenPrincipal:
    """Lookup of the principal of an access token. Wrong tokens are limited by address, as logins are."""

    def __init__(
        self,
        tokens: AccessTokens,
        record_use: RecordTokenUse,
        channels: Channels,
        geo: Geo,
        throttle: Throttle,
        clock: Clock,
        max_failures: int,
    ) -> None:
        self._tokens = tokens
        self._record_use = record_use
        self._channels = channels
        self._geo = geo
        self._throttle = throttle
        self._clock = clock
        self._failure_limit = Limit("wrong-access-tokens", max_failures, 60)

    def __call__(
        self,
        secret: str,
        *,
        lang: str | None,
        accept_language: str | None,
        ip: str,
        headers: Mapping[str, str],
    ) -> Principal:
        """Return the principal, whose owner may have lost access since: guards check it at each call.

        Raises `InvalidAccessTokenError`, or `RateLimitedError` after too many wrong tokens.
        """
        token, now = self._tokens.find_by_hash(hash_key(secret)), self._clock.now()
        if token is None or not token.is_active(now):
            self._throttle.hit(self._failure_limit, rate_limit_address(ip))
            raise InvalidAccessTokenError
        if token.is_last_used_outdated(now):
            self._record_use(token.id, now)
        channel = self._channels.get(token.channel_id)
        return Principal(
            token.channel_id,
            _NO_SESSION,
            token.account_id,
            channel.negotiate_language(lang, accept_language),
            self._geo.get_country(ip, headers),
            token=TokenGrant(token.id, token.name, frozenset(token.scopes)),
        )


def _may_manage_all(operator: Operator) -> bool:
    return Permission.MANAGE_INTEGRATIONS in operator.permissions


def _get_subject(token: AccessToken) -> AuditSubject:
    return AuditSubject("access_token", str(token.id), token.name)
