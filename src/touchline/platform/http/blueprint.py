"""Blueprint for all contexts.

It ignores unknown members of a body (`api_key`, `_method`), and rejects text that a database cannot store.
"""

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

STUDIO_TAG = "studio"
"""The tag of the routes that operators use to run a channel."""
REQUEST_SCHEMAS: list[Schema] = []
"""All schemas that read requests. A test uses them to find default messages of libraries."""


class _Parser(FlaskParser):
    DEFAULT_UNKNOWN_BY_LOCATION = {
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "json": EXCLUDE,
        "form": EXCLUDE,
        "json_or_form": EXCLUDE,
    }

    def load_json(self, req: flask.Request, schema: Schema) -> Any:
        """Return the body. Raises 400 for every kind of unreadable body; webargs handles only one of them."""
        try:
            body = super().load_json(req, schema)
        except JSON_ERRORS:
            flask.abort(400)
        if isinstance(body, dict):
            _reject_unstorable_text(body.items(), schema)
            _reject_non_ascii_digits(body.items(), schema)
        return body

    def load_querystring(self, req: flask.Request, schema: Schema) -> Any:
        """Return the query."""
        _reject_unstorable_text(req.args.items(multi=True), schema)
        _reject_unsupported_sorting(req.args, schema)
        _reject_non_ascii_digits(req.args.items(multi=True), schema)
        return super().load_querystring(req, schema)


def _reject_unsupported_sorting(params: Mapping[str, str], schema: Schema) -> None:
    """Raise `ValidationError` if a list with a fixed order is sorted (api.md, conventions)."""
    if "offset" in schema.fields and "sort_field" not in schema.fields:
        sort_params = [name for name in ("sort_field", "sort_direction") if name in params]
        if sort_params:
            raise ValidationError({name: [FIXED_ORDER] for name in sort_params})


def _reject_non_ascii_digits(params: Iterable[tuple[str, object]], schema: Schema) -> None:
    """Raise `ValidationError` for numbers in non-ASCII digits, which Python would accept."""
    checked = {field.data_key or name: field for name, field in schema.load_fields.items()}
    for name, value in params:
        field = checked.get(name)
        field = field.inner if isinstance(field, fields.List) else field
        if isinstance(value, str) and isinstance(field, fields.Number) and not value.isascii():
            raise ValidationError({name: [str(field.error_messages["invalid"])]})


def _reject_unstorable_text(params: Iterable[tuple[str, object]], schema: Schema) -> None:
    """Raise `ValidationError` for known members with text that a database cannot store."""
    checked = {field.data_key or name: field for name, field in schema.load_fields.items()}
    for name, value in params:
        if isinstance(value, str) and isinstance(checked.get(name), fields.String):
            try:
                validate_storable(value)
            except ValidationError as error:
                own_message = checked[name].error_messages.get(UNSTORABLE)
                raise ValidationError({name: [own_message] if own_message else error.messages}) from None


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """Flask-smorest blueprint of a context. Routes below `/api` get that prefix from `url_prefix`.

    `tag` is the tag of the routes in the OpenAPI document, by default the name.
    """

    ARGUMENTS_PARSER = _Parser()

    def __init__(
        self, name: str, import_name: str, *, url_prefix: str = "/api", tag: str = "", **kwargs: Any
    ) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix, **kwargs)
        self.tag = tag or name

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """Register a view at a path (flask-smorest, typed)."""
        decorator: Callable[[View], View] = super().route(rule, **options)
        return decorator

    def arguments(
        self, schema: type[Schema] | Schema, *, location: str = "json", **kwargs: Any
    ) -> Callable[[View], View]:
        """Parse the body or query with a schema. The view gets the result as an argument after the path
        parameters.
        """
        request_schema = use_own_messages(schema() if isinstance(schema, type) else schema)
        REQUEST_SCHEMAS.append(request_schema)
        decorator: Callable[[View], View] = super().arguments(request_schema, location=location, **kwargs)
        return decorator

    def response(
        self, status_code: int, schema: type[Schema] | Schema | None = None, **kwargs: Any
    ) -> Callable[[View], View]:
        """Serialize the response with a schema, and document it."""
        decorator: Callable[[View], View] = super().response(status_code, schema, **kwargs)
        return decorator

    def alt_response(
        self, status_code: int, *, schema: type[Schema] | Schema, **kwargs: Any
    ) -> Callable[[View], View]:
        """Document an additional response (flask-smorest, typed)."""
        decorator: Callable[[View], View] = super().alt_response(status_code, schema=schema, **kwargs)
        return decorator

    def doc(self, **kwargs: Any) -> Callable[[View], View]:
        """Add to the documentation of a view (flask-smorest, typed)."""
        decorator: Callable[[View], View] = super().doc(**kwargs)
        return decorator
