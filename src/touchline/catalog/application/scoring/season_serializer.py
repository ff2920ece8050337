"""Serializers of seasons: games, records, streaks and rows of standings."""

from __future__ import annotations

from touchline.catalog.application.request_context import RequestContext
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.scoring.results import format_result
from touchline.catalog.domain.scoring.season import Record, SideGame, Streak, TeamResult, format_record
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.standings import Standing


class SeasonSerializer:
    """Serializes the season of a sport, in the language of a request.

    A caller who hides scores gets the games and teams, without results, records and streaks.
    """

    def __init__(self, context: RequestContext, sport: Sport | None) -> None:
        self._context = context
        self._sport = sport

    def serialize_team(self, team: Participant) -> JsonObject:
        """Serialize a team without the teams that it stands for."""
        payload = self._context.serializer.serialize_participant(team)
        del payload["children"]
        return payload

    def serialize_game(self, game: SideGame, result: TeamResult | None = None) -> JsonObject:
        """Serialize a game from the view of a team. The score has the team's own side first."""
        event, serializer = game.event, self._context.serializer
        shown = None if self._context.hides_scores else result
        return {
            "event_id": event.id,
            "name": event.get_name(serializer.language, serializer.fallback),
            "label": serializer.localize(event.label),
            "event_utc_ts": int(event.starts_at.timestamp()),
            "is_time_known": event.is_time_known,
            "time_zone": event.get_time_zone(self._context.channel.time_zone),
            "is_home": game.is_home,
            "is_neutral_site": event.is_neutral_site,
            "opponent": self.serialize_team(game.opponent),
            "outcome": shown.outcome.value if shown else None,
            "text": self._format_result(shown) if shown else None,
        }

    def serialize_record(self, record: Record) -> JsonObject | None:
        """Serialize a record; None without a result, or if it is hidden."""
        if not record.played or self._context.hides_scores:
            return None
        counts_overtime_losses = self._sport is not None and self._sport.counts_overtime_losses
        return {
            "played": record.played,
            "won": record.won,
            "lost": record.lost,
            "tied": record.tied,
            "overtime_losses": record.overtime_losses if counts_overtime_losses else None,
            "points": record.points,
            "win_share": round(record.win_share, 3),
            "scored": record.scored,
            "allowed": record.allowed,
            "text": format_record(record, can_tie=self._sport is None or self._sport.can_tie),
        }

    def serialize_streak(self, streak: Streak | None) -> JsonObject | None:
        """Serialize a streak; None without a result, or if it is hidden."""
        if streak is None or self._context.hides_scores:
            return None
        serializer = self._context.serializer
        text = streak.format(serializer.language, serializer.fallback)
        return {"outcome": streak.outcome.value, "count": streak.count, "text": text}

    def serialize_standing(self, standing: Standing) -> JsonObject:
        """Serialize a row of standings."""
        return {
            "rank": None if self._context.hides_scores else standing.rank,
            "team": self.serialize_team(standing.team),
            "record": self.serialize_record(standing.record),
            "streak": self.serialize_streak(standing.streak),
        }

    def _format_result(self, result: TeamResult) -> str:
        serializer = self._context.serializer
        return format_result(
            result.score,
            self._sport,
            serializer.language,
            serializer.fallback,
            is_home_first=result.game.is_home,
        )
