"""The parameters of a request, read by name and type; what Stripe says when one is wrong or unknown."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.errors import StripeError, invalid

Json = dict[str, Any]


class Asked:
    """Parameters at one level. Names are told in full in errors: `recurring[interval]`. `public`: a browser
    asks."""

    def __init__(self, values: Json, within: str = "", public: bool = False) -> None:
        self.values, self.within, self.public = values, within, public

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def only(self, *known: str) -> None:
        """Refuse parameters that the stand-in does not know, so that nothing is ignored in silence."""
        for name in self.values:
            if name not in known and name != "expand":
                full = self.name(name)
                raise invalid(f"Received unknown parameter: {full}", "parameter_unknown", full)

    def name(self, name: str) -> str:
        """A parameter's whole name."""
        return f"{self.within}[{name}]" if self.within else name

    def text(self, name: str, default: str | None = None) -> str | None:
        """A text; empty is none."""
        value = self.values.get(name, default)
        if value is not None and not isinstance(value, str):
            raise invalid(f"Invalid string: {value}", "parameter_invalid_string", self.name(name))
        return value or None

    def need(self, name: str) -> str:
        """A text that has to be there."""
        if name not in self.values:
            full = self.name(name)
            raise invalid(f"Missing required param: {full}.", "parameter_missing", full)
        value = self.text(name)
        if value is None:
            raise self._empty(name)
        return value

    def number(self, name: str, default: int | None = None) -> int | None:
        """A whole number; empty is none."""
        value = self.text(name)
        if value is None:
            return default
        try:
            return int(value)
        except ValueError:
            raise invalid(f"Invalid integer: {value}", "parameter_invalid_integer", self.name(name)) from None

    def flag(self, name: str, default: bool = False) -> bool:
        """`true` or `false`."""
        value = self.text(name)
        if value is None:
            return default
        if value not in ("true", "false"):
            raise invalid(f"Invalid boolean: {value}", "parameter_invalid_boolean", self.name(name))
        return value == "true"

    def choice(self, name: str, options: tuple[str, ...], default: str | None = None) -> str | None:
        """One of some words."""
        value = self.text(name)
        if value is None:
            return default
        if value not in options:
            words = f"{', '.join(options[:-1])}, or {options[-1]}" if options[1:] else options[0]
            raise invalid(f"Invalid {self.name(name)}: must be one of {words}", None, self.name(name))
        return value

    def part(self, name: str) -> Asked:
        """The parameters below one; none where it is missing or empty."""
        value = self.values.get(name) or {}
        if not isinstance(value, dict):
            raise invalid("Invalid object", None, self.name(name))
        return Asked(value, self.name(name))

    def parts(self, name: str) -> list[Asked]:
        """A list of such."""
        found = self.each(name)
        if any(not isinstance(item, dict) for item in found):
            raise invalid("Invalid array of objects", None, self.name(name))
        return [Asked(item, f"{self.name(name)}[{index}]") for index, item in enumerate(found)]

    def each(self, name: str) -> list[Any]:
        """A list."""
        value = self.values.get(name) or []
        if not isinstance(value, list):
            raise invalid("Invalid array", None, self.name(name))
        return value

    def metadata(self, before: Json | None = None) -> Json:
        """What is there, changed by what is given: an empty text takes a key away, an empty all takes all."""
        given = self.values.get("metadata")
        if given == "":
            return {}
        kept = {**(before or {}), **(given or {})}
        kept = {name: value for name, value in kept.items() if value != ""}
        if len(kept) > 50:
            raise invalid("Metadata can only have up to 50 keys.", None, self.name("metadata"))
        for key, value in kept.items():
            self._fits(key, value)
        return kept

    def _fits(self, key: str, value: Any) -> None:
        full = self.name(f"metadata[{key}]") if self.within else f"metadata[{key}]"
        if not isinstance(value, str):
            raise invalid("Invalid string in metadata.", "parameter_invalid_string", full)
        if len(key) > 40:
            raise invalid(f"Metadata keys can be up to 40 characters. You passed in '{key}'.", None, full)
        if len(value) > 500:
            raise invalid("Metadata values can be up to 500 characters.", None, full)

    def _empty(self, name: str) -> StripeError:
        full = self.name(name)
        return invalid(
            f"You passed an empty string for '{full}'. We assume empty values are an attempt to unset a "
            "parameter; "
            f"however '{full}' cannot be unset. You should remove '{full}' from your request or supply a "
            "non-empty value.",
            "parameter_invalid_empty",
            full,
        )
