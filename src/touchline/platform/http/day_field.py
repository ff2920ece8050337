"""Field for a day in the channel's time zone."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from marshmallow import ValidationError

from touchline.platform.http.schemas import NormalizedString
from touchline.platform.http.validation_messages import WRONG_FORMAT

_DAY = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}")


class DayField(NormalizedString):
    """Day in the channel's time zone, such as `2026-11-20`."""

    def _deserialize(self, value: Any, *arguments: Any, **options: Any) -> Any:
        text = super()._deserialize(value, *arguments, **options)
        try:
            return date.fromisoformat(text if _DAY.fullmatch(text) else "")
        except ValueError:
            raise ValidationError(WRONG_FORMAT) from None
