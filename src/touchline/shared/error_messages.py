"""Messages of refusals: a stable code for programs and an English text for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ErrorMessage(str):
    """A message with a stable code, such as `errors.too_long` and `Field length must be less than 80`.

    It is the text itself, so it can be used wherever a message is expected. `template` is the text with
    `{name}` for each value, and `params` are the values. Clients translate by code and values, never by
    text.
    """

    code: str
    template: str
    params: Mapping[str, str | int]

    def __new__(cls, code: str, template: str, params: Mapping[str, str | int] | None = None) -> ErrorMessage:
        """Return a message. Without `params` the text is the template itself."""
        message = super().__new__(cls, template.format(**params) if params else template)
        message.code, message.template, message.params = code, template, dict(params or {})
        return message

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return the arguments for a copy."""
        return self.code, self.template, self.params

    def with_params(self, **params: str | int) -> ErrorMessage:
        """Return the message with these values."""
        return ErrorMessage(self.code, self.template, params)
