"""The access token with which the demo's encoders send the state of the scoreboard, as other systems do."""

from __future__ import annotations

from touchline.channel.application.operators.access_tokens import AccessTokenService
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.demo.accounts import NORA
from touchline.platform.db.session import Database
from touchline.shared.defaults import LANGUAGE
from touchline.shared.ids import ChannelId, SessionId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

TOKEN_NAME = "Demo scoreboard"  # noqa: S105 - the name of the token
_DAYS = 30


class ScoreTokens:
    """Creates the token. It replaces that of an earlier run, because only its hash is stored."""

    def __init__(self, database: Database, accounts: Accounts, tokens: AccessTokenService) -> None:
        self._database = database
        self._accounts = accounts
        self._tokens = tokens

    def create(self, channel_id: ChannelId) -> str | None:
        """Return a new token of the demo's operator; None in a channel without one."""
        with self._database.transaction(channel_id):
            operator = self._accounts.get_by_email(NORA.email)
            if operator is None:
                return None
            for token in self._tokens.list_all():
                if token.name == TOKEN_NAME:
                    self._tokens.revoke(token.id)
            owner = Principal(channel_id, SessionId(0), operator.id, LANGUAGE, None)
            return self._tokens.create(owner, TOKEN_NAME, {Permission.SCORE_EVENTS}, _DAYS).secret
