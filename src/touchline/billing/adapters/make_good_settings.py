"""Gateway to the make-good policy of a channel."""

from __future__ import annotations

from touchline.billing.domain.make_good.policies import MakeGoodMethod, MakeGoodMode, MakeGoodPolicy
from touchline.channel.facade import ChannelFacade
from touchline.shared.money import Money

_NUMBERS = ("share_percent", "share_minutes", "full_percent", "hours", "credit_days")


class MakeGoodSettingsGateway:
    """Implements `MakeGoodSettings` with the facade of the channel context."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_make_good_policy(self) -> MakeGoodPolicy:
        """Read the pack's `settings: make_good:`. Missing values have defaults."""
        details, default = self._channel.get_current(), MakeGoodPolicy()
        settings = details.make_good
        return MakeGoodPolicy(
            mode=MakeGoodMode(settings.get("mode", default.mode)),
            method=MakeGoodMethod(settings.get("method", default.method)),
            full_method=MakeGoodMethod(settings.get("full_method", default.full_method)),
            max_per_event=_parse_limit(settings.get("max_per_event"), details.currency),
            max_per_viewer=_parse_limit(settings.get("max_per_viewer"), details.currency),
            **{name: int(settings.get(name, getattr(default, name))) for name in _NUMBERS},
        )


def _parse_limit(units: int | None, currency: str) -> Money | None:
    return None if units is None else Money.parse(str(units), currency)
