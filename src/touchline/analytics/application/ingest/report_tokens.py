"""Issues the report token of a page."""

from __future__ import annotations

from touchline.analytics.domain.report_tokens import SESSION_PATTERN, ContentRef, ReportTokens
from touchline.analytics.ports.playback_access import PlaybackAccess
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, InvalidInputError
from touchline.shared.principal import Principal

INVALID_SESSION = ErrorMessage(
    "errors.invalid_session",
    "This session id is not valid. Use 8 to 64 letters, digits, hyphens or underscores.",
)
ACCESS_DENIED = ErrorMessage(
    "errors.video_access_denied",
    "You do not have access to this video. Log in or buy access to report its views.",
)


class IssueReportToken:
    """Use case: issue a token bound to the API key's channel, the session and the content that plays (ADR
    58).
    """

    def __init__(self, tokens: ReportTokens, playback_access: PlaybackAccess, clock: Clock) -> None:
        self._tokens = tokens
        self._playback_access = playback_access
        self._clock = clock

    def __call__(self, principal: Principal, session: str, content: ContentRef | None = None) -> str:
        """Return the token.

        Raises `InvalidInputError` if the session id is not valid. Raises `ForbiddenError` if the viewer may
        not watch the content or the channel does not have it.
        """
        if not SESSION_PATTERN.fullmatch(session):
            raise InvalidInputError({"session": [INVALID_SESSION]})
        if content is not None and not self._playback_access.can_watch(principal, *content):
            raise ForbiddenError(ACCESS_DENIED)
        return self._tokens.issue(principal.channel_id, session, content, int(self._clock.now().timestamp()))
