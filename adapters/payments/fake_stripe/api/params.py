"""Typed access to request parameters, with Stripe's errors for invalid or unknown ones."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request

Json = dict[str, Any]


class Params:
    """The parameters at one level of a request. Errors use the full name: `recurring[interval]`.

    `public` is true if the request comes from a browser.
    """

    def __init__(self, values: Json, prefix: str = "", public: bool = False) -> None:
        self.values, self.prefix, self.public = values, prefix, public

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def allow_only(self, *allowed: str) -> None:
        """Raise `StripeError` for parameters that are not supported, so that none is silently ignored."""
        for name in self.values:
            if name not in allowed and name != "expand":
                full = self.get_full_name(name)
                raise invalid_request(f"Received unknown parameter: {full}", "parameter_unknown", full)

    def get_full_name(self, name: str) -> str:
        """Return a parameter's full name."""
        return f"{self.prefix}[{name}]" if self.prefix else name

    def get_string(self, name: str, default: str | None = None) -> str | None:
        """Return a string, or None if it is empty."""
        value = self.values.get(name, default)
        if value is not None and not isinstance(value, str):
            raise invalid_request(
                f"Invalid string: {value}", "parameter_invalid_string", self.get_full_name(name)
            )
        return value or None

    def require_string(self, name: str) -> str:
        """Return a required string."""
        if name not in self.values:
            full = self.get_full_name(name)
            raise invalid_request(f"Missing required param: {full}.", "parameter_missing", full)
        value = self.get_string(name)
        if value is None:
            raise self._empty_value_error(name)
        return value

    def get_integer(self, name: str, default: int | None = None) -> int | None:
        """Return an integer, or the default if it is empty."""
        value = self.get_string(name)
        if value is None:
            return default
        try:
            return int(value)
        except ValueError:
            raise invalid_request(
                f"Invalid integer: {value}", "parameter_invalid_integer", self.get_full_name(name)
            ) from None

    def get_boolean(self, name: str, default: bool = False) -> bool:
        """Return a boolean (`true` or `false`)."""
        value = self.get_string(name)
        if value is None:
            return default
        if value not in ("true", "false"):
            raise invalid_request(
                f"Invalid boolean: {value}", "parameter_invalid_boolean", self.get_full_name(name)
            )
        return value == "true"

    def get_choice(self, name: str, options: tuple[str, ...], default: str | None = None) -> str | None:
        """Return one of the allowed values."""
        value = self.get_string(name)
        if value is None:
            return default
        if value not in options:
            choices = f"{', '.join(options[:-1])}, or {options[-1]}" if options[1:] else options[0]
            raise invalid_request(
                f"Invalid {self.get_full_name(name)}: must be one of {choices}",
                None,
                self.get_full_name(name),
            )
        return value

    def get_nested(self, name: str) -> Params:
        """Return the nested parameters under a name. They are empty if it is missing or empty."""
        value = self.values.get(name) or {}
        if not isinstance(value, dict):
            raise invalid_request("Invalid object", None, self.get_full_name(name))
        return Params(value, self.get_full_name(name))

    def get_nested_list(self, name: str) -> list[Params]:
        """Return a list of nested parameters."""
        values = self.get_list(name)
        if any(not isinstance(item, dict) for item in values):
            raise invalid_request("Invalid array of objects", None, self.get_full_name(name))
        return [Params(item, f"{self.get_full_name(name)}[{index}]") for index, item in enumerate(values)]

    def get_list(self, name: str) -> list[Any]:
        """Return a list."""
        value = self.values.get(name) or []
        if not isinstance(value, list):
            raise invalid_request("Invalid array", None, self.get_full_name(name))
        return value

    def get_metadata(self, before: Json | None = None) -> Json:
        """Return the metadata updated with the request's values.

        An empty value removes its key. Empty `metadata` removes all keys.
        """
        given = self.values.get("metadata")
        if given == "":
            return {}
        metadata = {**(before or {}), **(given or {})}
        metadata = {name: value for name, value in metadata.items() if value != ""}
        if len(metadata) > 50:
            raise invalid_request(
                "Metadata can only have up to 50 keys.", None, self.get_full_name("metadata")
            )
        for key, value in metadata.items():
            self._validate_metadata(key, value)
        return metadata

    def _validate_metadata(self, key: str, value: Any) -> None:
        full = self.get_full_name(f"metadata[{key}]") if self.prefix else f"metadata[{key}]"
        if not isinstance(value, str):
            raise invalid_request("Invalid string in metadata.", "parameter_invalid_string", full)
        if len(key) > 40:
            raise invalid_request(
                f"Metadata keys can be up to 40 characters. You passed in '{key}'.", None, full
            )
        if len(value) > 500:
            raise invalid_request("Metadata values can be up to 500 characters.", None, full)

    def _empty_value_error(self, name: str) -> StripeError:
        full = self.get_full_name(name)
        return invalid_request(
            f"You passed an empty string for '{full}'. We assume empty values are an attempt to unset a "
            "parameter; "
            f"however '{full}' cannot be unset. You should remove '{full}' from your request or supply a "
            "non-empty value.",
            "parameter_invalid_empty",
            full,
        )
