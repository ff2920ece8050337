"""The HTTP layer on a small app: errors, methods, transactions, headers and caching."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from flask_smorest import Api
from marshmallow import Schema, fields
from sqlalchemy import func, select

from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base
from touchline.platform.db.outbox import OutboxRow
from touchline.platform.db.session import Database, current_channel_id, current_session
from touchline.platform.http import caching, compression, errors, requests
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, operator, principal, public, viewer
from touchline.platform.http.paging import build_page_request, list_args_schema
from touchline.platform.http.requests import RequestParams
from touchline.platform.http.security import cors, headers
from touchline.platform.http.server.method_override import MethodOverride
from touchline.platform.tests.http.rate_limits import create_limiter
from touchline.shared import errors as refusals
from touchline.shared.clock import SystemClock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, InvalidApiKeyError
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

REFUSALS = {
    "refused": (refusals.RefusedError("Wrong promo code"), 400),
    "visitor": (refusals.NotAuthenticatedError(), 401),
    "forbidden": (refusals.ForbiddenError("Not yours."), 403),
    "missing": (refusals.NotFoundError(), 404),
    "busy": (refusals.InProgressError("Still at it."), 409),
    "invalid": (refusals.InvalidInputError({"email": ["A valid email address is required"]}), 422),
    "throttled": (refusals.RateLimitedError(12), 429),
    "down": (refusals.UnavailableError("Not now."), 503),
}
OPERATOR = AccountId(9)
KEYS = {"good": None, "viewer": AccountId(8), "boss": OPERATOR}
BROKEN = {"too many digits": "9" * 5000, "nested too deep": "[" * 5000 + "]" * 5000}


class Named(Schema):
    """The schema of a request body."""

    name = fields.String(required=True)


def authenticate(params: RequestParams) -> Principal:
    """Return the principal of a visitor, a viewer or an operator. Raises `InvalidApiKeyError`."""
    if params.api_key not in KEYS:
        raise InvalidApiKeyError(ErrorMessage("errors.api_key", "no api key"))
    return Principal(ChannelId(3), SessionId(1), KEYS[params.api_key], params.lang or "en", None)


def authorize_operator(caller: Principal, permission: Permission | None, event_id: int | None) -> None:
    """Accept one operator."""
    if caller.account_id != OPERATOR:
        raise ForbiddenError(ErrorMessage("errors.operators_only", "operators only"))


def views(database: Database) -> Blueprint:
    """Return a blueprint with a route for each tested behavior."""
    blueprint = Blueprint("edge", __name__)
    rows = list_args_schema("Rows", ["name"], default="name", direction="asc", no_limit=True)

    @blueprint.route("/refuse/<kind>")
    @public
    def refuse(kind: str) -> None:
        raise REFUSALS[kind][0] if kind in REFUSALS else RuntimeError("inside story")

    @blueprint.route("/name", methods=["POST", "PATCH"])
    @public
    @blueprint.arguments(Named)
    def name(body: dict[str, Any]) -> dict[str, Any]:
        return {"method": request.method, **body}

    @blueprint.route("/write/<int:status>", methods=["POST"])
    @public
    def write(status: int) -> Response:
        now = SystemClock().now()
        row = OutboxRow(kind="job", name="x", channel_id=1, payload={}, written_at=now)
        current_session().add(row)
        return Response(status=status)

    @blueprint.route("/mine")
    @any_key
    def mine() -> dict[str, Any]:
        return {"channel": current_channel_id(), "language": principal().language}

    @blueprint.route("/same")
    @caching.public_cache(max_age=30)
    @any_key
    def same() -> dict[str, Any]:
        return {"language": "the same words"}

    @blueprint.route("/long")
    @caching.public_cache()
    @public
    def long() -> dict[str, Any]:
        return {"text": "many words " * 500}

    @blueprint.route("/reports")
    @operator(Permission.VIEW_REPORTS)
    def reports() -> dict[str, Any]:
        return mine()

    @blueprint.route("/profile")
    @viewer
    def profile() -> dict[str, Any]:
        return {}

    @blueprint.route("/rows")
    @public
    @blueprint.arguments(rows, location="query")
    def listed(args: dict[str, Any]) -> dict[str, Any]:
        return vars(build_page_request(args))

    @blueprint.route("/page")
    @public
    def page() -> Response:
        return Response(headers.csp_nonce(), content_type="text/html")

    return blueprint


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'edge.sqlite'}")
    Base.metadata.create_all(database.engine, tables=[Base.metadata.tables["outbox"]])
    yield database
    database.close()


@pytest.fixture
def client(database: Database) -> FlaskClient:
    """Return a client of the small app."""
    app = Flask("edge", static_folder=None)
    app.config.update(API_TITLE="t", API_VERSION="1", OPENAPI_VERSION="3.1.0", MAX_CONTENT_LENGTH=1000)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    cors.install(app)
    headers.install(app, Settings(media_host="https://media.example.org"))
    requests.install(app, database, authenticate, authorize_operator, create_limiter())
    compression.install(app)
    caching.install(app)
    Api(app).register_blueprint(views(database))
    errors.install(app)
    app.wsgi_app = MethodOverride(app.wsgi_app)  # type: ignore[method-assign]
    return app.test_client()


def body(response: Any) -> dict[str, Any]:
    """Return the JSON object of a response."""
    assert isinstance(response.json, dict)
    return response.json


@pytest.mark.parametrize("kind", REFUSALS)
def test_each_refusal_has_its_status_in_problem_json(client: FlaskClient, kind: str) -> None:
    error, status = REFUSALS[kind]
    response = client.get(f"/api/refuse/{kind}")
    assert response.status_code == status == body(response)["status"]
    assert response.content_type == "application/problem+json"
    document = body(response)
    assert (document["code"], document["message"], document["detail"]) == (
        error.code,
        error.message,
        error.message,
    )
    assert {"type", "title", "request_id"} <= document.keys()


def test_rate_limits_have_retry_after_and_invalid_input_names_the_field(client: FlaskClient) -> None:
    assert client.get("/api/refuse/throttled").headers["Retry-After"] == "12"
    problem = body(client.get("/api/refuse/invalid"))
    assert problem["errors"] == {"email": ["A valid email address is required"]}
    assert problem["message"] == "A valid email address is required"


def test_an_internal_error_shows_nothing_internal(client: FlaskClient) -> None:
    response = client.get("/api/refuse/bug")
    assert response.status_code == 500
    assert "inside story" not in response.get_data(as_text=True)
    assert body(response)["request_id"] == response.headers["X-Request-Id"]


def test_unknown_paths_methods_and_bodies_are_problems_too(client: FlaskClient) -> None:
    assert body(client.get("/api/nothing"))["status"] == 404
    invalid = client.delete("/api/name")
    assert (invalid.status_code, invalid.content_type) == (405, "application/problem+json")
    assert "POST" in invalid.headers["Allow"]
    broken = client.post("/api/name", data="{", content_type="application/json")
    assert (broken.status_code, broken.content_type) == (400, "application/problem+json")
    assert client.post("/api/name", json={"name": "x" * 2000}).status_code == 413


@pytest.mark.parametrize("method", ["", '"_method": "patch", '])
@pytest.mark.parametrize("value", BROKEN.values(), ids=BROKEN)
def test_json_that_python_cannot_read_is_a_broken_body(client: FlaskClient, value: str, method: str) -> None:
    client.application.config["MAX_CONTENT_LENGTH"] = 20_000
    data = f'{{{method}"name": "a", "more": {value}}}'
    response = client.post("/api/name", data=data, content_type="application/json")
    assert (response.status_code, response.content_type) == (400, "application/problem+json")


@pytest.mark.parametrize("value", BROKEN.values(), ids=BROKEN)
def test_a_broken_body_has_no_api_key(client: FlaskClient, value: str) -> None:
    client.application.config["MAX_CONTENT_LENGTH"] = 20_000
    response = client.get("/api/mine", data=f'{{"more": {value}}}', content_type="application/json")
    assert response.status_code == 403


def test_an_invalid_field_is_named(client: FlaskClient) -> None:
    response = client.post("/api/name", json={})
    assert response.status_code == 422
    assert list(body(response)["errors"]) == ["name"]


@pytest.mark.parametrize("method", ["patch", "PATCH"])
def test_a_post_can_override_its_method(client: FlaskClient, method: str) -> None:
    response = client.post("/api/name", json={"name": "a", "_method": method, "api_key": "left alone"})
    assert body(response) == {"method": "PATCH", "name": "a"}


def test_an_invalid_method_override_is_ignored(client: FlaskClient) -> None:
    assert body(client.post("/api/name", json={"name": "_method"}))["method"] == "POST"
    assert body(client.post("/api/name", json={"name": "a", "_method": "connect"}))["method"] == "POST"


@pytest.mark.parametrize(("status", "committed"), [(200, 1), (302, 1), (400, 0), (500, 0)])
def test_a_request_commits_only_below_400(
    client: FlaskClient, database: Database, status: int, committed: int
) -> None:
    client.post(f"/api/write/{status}")
    with database.transaction(None) as session:
        assert session.scalar(select(func.count()).select_from(OutboxRow)) == committed


def test_a_key_binds_the_request_to_its_channel(client: FlaskClient) -> None:
    assert client.get("/api/mine").status_code == 403
    assert body(client.get("/api/mine?api_key=good&lang=fr")) == {"channel": 3, "language": "fr"}


def test_a_visitor_gets_401(client: FlaskClient) -> None:
    response = client.get("/api/profile?api_key=good")
    assert response.status_code == 401
    assert body(response)["message"] == "user must be logged in"


def test_the_same_text_in_another_language_has_another_etag(client: FlaskClient) -> None:
    english = client.get("/api/same?api_key=good")
    french = client.get("/api/same?api_key=good&lang=fr")
    assert english.get_data() == french.get_data()
    assert english.headers["ETag"] != french.headers["ETag"]
    assert english.headers["Cache-Control"] == "public, max-age=30"
    second_response = client.get("/api/same?api_key=good", headers={"If-None-Match": english.headers["ETag"]})
    assert second_response.status_code == 304
    assert client.get("/api/mine?api_key=good").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "query", ["limit=101", "limit=0", "offset=-1", "sort_field=secret", "sort_direction=up"]
)
def test_invalid_list_arguments_are_rejected(client: FlaskClient, query: str) -> None:
    response = client.get(f"/api/rows?{query}")
    assert response.status_code == 422
    assert list(body(response)["errors"]) == [query.split("=")[0]]


def test_no_limit_still_has_a_maximum(client: FlaskClient) -> None:
    assert body(client.get("/api/rows?no_limit=1"))["limit"] == 1000
    assert body(client.get("/api/rows"))["limit"] == 20


def test_each_page_has_a_policy_with_its_own_nonce(client: FlaskClient) -> None:
    first, second = client.get("/api/page"), client.get("/api/page")
    assert first.get_data() != second.get_data()
    policy = first.headers["Content-Security-Policy"]
    assert f"'nonce-{first.get_data(as_text=True)}'" in policy
    assert "https://media.example.org" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert first.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_has_a_csp_reporting_endpoint(client: FlaskClient) -> None:
    page = client.get("/api/page")
    rules = page.headers["Content-Security-Policy"].split("; ")
    assert {"report-uri /client-errors", "report-to errors"} <= set(rules)
    assert page.headers["Reporting-Endpoints"] == 'errors="/client-errors"'
    assert "Reporting-Endpoints" not in client.get("/api/rows").headers


def parse_policy(settings: Settings) -> str:
    """Return the Content-Security-Policy of a page."""
    app = Flask("page")
    headers.install(app, settings)
    app.get("/")(lambda: Response("", mimetype="text/html"))
    return app.test_client().get("/").headers["Content-Security-Policy"]


@pytest.mark.parametrize("check", ["none", "fake", "recaptcha"])
def test_recaptcha_scripts_are_allowed_only_when_configured(check: str) -> None:
    policy = parse_policy(Settings(robot_check=check))
    assert ("https://www.gstatic.com/recaptcha/" in policy) == (check == "recaptcha")


@pytest.mark.parametrize(
    ("payments", "allowed"),
    [
        ("off", {"script-src": set(), "connect-src": set(), "frame-src": set()}),
        ("fake", {name: {"http://127.0.0.1:8098"} for name in headers.STRIPE_CSP}),
        (
            "stripe",
            {
                "script-src": {"https://js.stripe.com", "https://*.js.stripe.com"},
                "connect-src": {"https://api.stripe.com"},
                "frame-src": {
                    "https://js.stripe.com",
                    "https://*.js.stripe.com",
                    "https://hooks.stripe.com",
                },
            },
        ),
    ],
)
def test_payment_provider_sources_are_allowed_when_configured(
    payments: str, allowed: dict[str, set[str]]
) -> None:
    def rules(policy: str) -> dict[str, set[str]]:
        return {name: set(values) for name, *values in map(str.split, policy.split("; "))}

    without, found = (rules(parse_policy(Settings(payments=word))) for word in ("off", payments))
    for name, origins in allowed.items():
        own_origins = {value for value in found[name] - without[name] if not value.startswith("'nonce")}
        assert own_origins == origins, name


def test_a_valid_request_id_is_accepted(client: FlaskClient) -> None:
    headers = {"X-Request-Id": "0123-abcd-4567"}
    assert client.get("/api/rows", headers=headers).headers["X-Request-Id"] == "0123-abcd-4567"
    bad = client.get("/api/rows", headers={"X-Request-Id": "<script>"}).headers["X-Request-Id"]
    assert bad != "<script>"


def test_another_origin_may_call(client: FlaskClient) -> None:
    preflight = client.options("/api/name", headers={"Origin": "https://a.example"})
    assert preflight.status_code == 204
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    assert "Touchline-Scorer" in preflight.headers["Access-Control-Allow-Headers"].split(", ")
    assert client.get("/api/rows").headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/media/x/assets/1/a.ts", "/files/prairie/gone.woff2", "/assets/gone.js"])
def test_another_origin_may_request_ranges_and_read_416(client: FlaskClient, path: str) -> None:
    preflight = client.options(path, headers={"Origin": "https://a.example"})
    assert preflight.status_code == 204
    assert {"Range", "If-Range"} <= set(preflight.headers["Access-Control-Allow-Headers"].split(", "))
    assert "HEAD" in preflight.headers["Access-Control-Allow-Methods"].split(", ")
    response = client.get(path, headers={"Origin": "https://a.example"})
    assert (response.status_code, response.headers["Access-Control-Allow-Origin"]) == (404, "*")
    assert "Content-Range" in response.headers["Access-Control-Expose-Headers"].split(", ")


def test_accepted_gzip_has_its_own_etag(client: FlaskClient) -> None:
    plain = client.get("/api/long")
    small = client.get("/api/long", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.get_data()) == plain.get_data()
    assert int(small.headers["Content-Length"]) == len(small.get_data()) < len(plain.get_data())
    assert small.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    for first in (plain, small):
        request_headers = {"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}
        second_response = client.get("/api/long", headers=request_headers)
        assert (second_response.status_code, second_response.headers["ETag"]) == (304, first.headers["ETag"])


@pytest.mark.parametrize(
    ("key", "status", "code"),
    [
        pytest.param("bad", 403, "errors.api_key", id="no key"),
        pytest.param("good", 401, "errors.not_logged_in", id="nobody"),
        pytest.param("viewer", 403, "errors.operators_only", id="a viewer"),
        pytest.param("boss", 200, None, id="an operator"),
    ],
)
def test_only_operators_call_operator_routes(
    client: FlaskClient, key: str, status: int, code: str | None
) -> None:
    response = client.get("/api/reports", query_string={"api_key": key})
    assert (response.status_code, body(response).get("code")) == (status, code)
