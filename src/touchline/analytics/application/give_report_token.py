"""Gives a page the token with which its reports are believed."""

from __future__ import annotations

from touchline.analytics.domain.report_tokens import SESSION, ReportTokens, Thing
from touchline.analytics.ports.playable import Playable
from touchline.shared.clock import Clock
from touchline.shared.errors import Forbidden, Invalid
from touchline.shared.principal import Principal

NO_SESSION = "This session id is not valid. Send 8 to 64 letters, digits, hyphens or underscores."
NO_RIGHT = "You have no access to this video. Log in or buy access to report its views."


class GiveReportToken:
    """Binds a token to the channel of the api key, to the session and to the thing that plays (ADR 58)."""

    def __init__(self, tokens: ReportTokens, playable: Playable, clock: Clock) -> None:
        self._tokens = tokens
        self._playable = playable
        self._clock = clock

    def __call__(self, principal: Principal, session: str, thing: Thing | None = None) -> str:
        """Return the token. `Invalid` for what cannot be a session; `Forbidden` for a thing that this viewer
        may not watch or that the channel does not have."""
        if not SESSION.fullmatch(session):
            raise Invalid({"session": [NO_SESSION]})
        if thing is not None and not self._playable.may_watch(principal, *thing):
            raise Forbidden(NO_RIGHT)
        return self._tokens.issue(principal.channel_id, session, thing, int(self._clock.now().timestamp()))
