"""The blueprint all contexts use: unknown members of a body (`api_key`, `_method`) are left alone, and no
known one holds what a database cannot."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import flask
import flask_smorest
from marshmallow import EXCLUDE, Schema, ValidationError, fields
from webargs.flaskparser import FlaskParser

from touchline.platform.http.schemas import validate_storable
from touchline.platform.http.server.method_override import JSON_ERRORS
from touchline.platform.http.validation_messages import FIXED_ORDER, UNSTORABLE, use_own_messages

View = TypeVar("View", bound=Callable[..., Any])

REQUEST_SCHEMAS: list[Schema] = []
"""Every schema that reads a request; a test finds a sentence that is not ours."""


class _Parser(FlaskParser):
    DEFAULT_UNKNOWN_BY_LOCATION = {
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "json": EXCLUDE,
        "form": EXCLUDE,
        "json_or_form": EXCLUDE,
    }

    def load_json(self, req: flask.Request, schema: Schema) -> Any:
        """The body; 400 for all that cannot be read (webargs knows one way of being broken alone)."""
        try:
            body = super().load_json(req, schema)
        except JSON_ERRORS:
            flask.abort(400)
        if isinstance(body, dict):
            _reject_unstorable_text(body.items(), schema)
            _reject_non_ascii_digits(body.items(), schema)
        return body

    def load_querystring(self, req: flask.Request, schema: Schema) -> Any:
        """The query."""
        _reject_unstorable_text(req.args.items(multi=True), schema)
        _reject_unsupported_sorting(req.args, schema)
        _reject_non_ascii_digits(req.args.items(multi=True), schema)
        return super().load_querystring(req, schema)


def _reject_unsupported_sorting(params: Mapping[str, str], schema: Schema) -> None:
    """`ValidationError` where a list that has one order only is asked for another (api.md, conventions)."""
    if "offset" in schema.fields and "sort_field" not in schema.fields:
        sort_params = [name for name in ("sort_field", "sort_direction") if name in params]
        if sort_params:
            raise ValidationError({name: [FIXED_ORDER] for name in sort_params})


def _reject_non_ascii_digits(params: Iterable[tuple[str, object]], schema: Schema) -> None:
    """`ValidationError` for numbers in digits of other scripts, which Python reads as numbers too."""
    checked = {field.data_key or name: field for name, field in schema.load_fields.items()}
    for name, value in params:
        field = checked.get(name)
        field = field.inner if isinstance(field, fields.List) else field
        if isinstance(value, str) and isinstance(field, fields.Number) and not value.isascii():
            raise ValidationError({name: [str(field.error_messages["invalid"])]})


def _reject_unstorable_text(params: Iterable[tuple[str, object]], schema: Schema) -> None:
    """`ValidationError` for members that the schema knows with texts that no database holds."""
    checked = {field.data_key or name: field for name, field in schema.load_fields.items()}
    for name, value in params:
        if isinstance(value, str) and isinstance(checked.get(name), fields.String):
            try:
                validate_storable(value)
            except ValidationError as error:
                own_message = checked[name].error_messages.get(UNSTORABLE)
                raise ValidationError({name: [own_message] if own_message else error.messages}) from None


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A flask-smorest blueprint of one context; routes below `/api` get that prefix from `url_prefix`."""

    ARGUMENTS_PARSER = _Parser()

    def __init__(self, name: str, import_name: str, *, url_prefix: str = "/api", **kwargs: Any) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix, **kwargs)

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """Hang the view below at a path (flask-smorest, typed)."""
        decorator: Callable[[View], View] = super().route(rule, **options)
        return decorator

    def arguments(
        self, schema: type[Schema] | Schema, *, location: str = "json", **kwargs: Any
    ) -> Callable[[View], View]:
        """Read body or query by a schema; the view gets the result as its first argument after path parts."""
        request_schema = use_own_messages(schema() if isinstance(schema, type) else schema)
        REQUEST_SCHEMAS.append(request_schema)
        decorator: Callable[[View], View] = super().arguments(request_schema, location=location, **kwargs)
        return decorator

    def response(
        self, status_code: int, schema: type[Schema] | Schema | None = None, **kwargs: Any
    ) -> Callable[[View], View]:
        """Write the answer by a schema, and document it."""
        decorator: Callable[[View], View] = super().response(status_code, schema, **kwargs)
        return decorator

    def alt_response(
        self, status_code: int, *, schema: type[Schema] | Schema, **kwargs: Any
    ) -> Callable[[View], View]:
        """Document another answer than the usual one (flask-smorest, typed)."""
        decorator: Callable[[View], View] = super().alt_response(status_code, schema=schema, **kwargs)
        return decorator

    def doc(self, **kwargs: Any) -> Callable[[View], View]:
        """Say more of a view in its document (flask-smorest, typed)."""
        decorator: Callable[[View], View] = super().doc(**kwargs)
        return decorator
