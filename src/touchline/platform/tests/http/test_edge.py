"""The HTTP edge on a small app: errors, methods, transactions, headers, caching."""

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

from touchline.platform.db.base import Base
from touchline.platform.db.outbox import OutboxRow
from touchline.platform.db.session import Database, current_session, present_channel
from touchline.platform.http import caching, compression, cors, errors, headers, requests
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, public, staff, viewer
from touchline.platform.http.method import MethodOverride
from touchline.platform.http.paging import list_args, page_request
from touchline.platform.http.requests import Asked
from touchline.platform.settings import Settings
from touchline.platform.tests.http.limiters import limiter
from touchline.shared import errors as refusals
from touchline.shared.clock import SystemClock
from touchline.shared.errors import KeyRejected
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

REFUSALS = {
    "refused": (refusals.Refused("Wrong promo code"), 400),
    "visitor": (refusals.NotLoggedIn(), 401),
    "forbidden": (refusals.Forbidden("Not yours."), 403),
    "missing": (refusals.NotFound(), 404),
    "busy": (refusals.InProgress("Still at it."), 409),
    "invalid": (refusals.Invalid({"email": ["A valid email address is required"]}), 422),
    "throttled": (refusals.Throttled(12), 429),
    "down": (refusals.Unavailable("Not now."), 503),
}
BOSS = AccountId(9)
KEYS = {"good": None, "viewer": AccountId(8), "boss": BOSS}
BROKEN = {"too many digits": "9" * 5000, "nested too deep": "[" * 5000 + "]" * 5000}


class Named(Schema):
    """A body."""

    name = fields.String(required=True)


def someone(asked: Asked) -> Principal:
    """Knows a key of nobody, and those of an operator and of a viewer."""
    if asked.api_key not in KEYS:
        raise KeyRejected("no api key", code="errors.api_key")
    return Principal(ChannelId(3), SessionId(1), KEYS[asked.api_key], asked.lang or "en", None)


def views(database: Database) -> Blueprint:
    """A route for each thing to see."""
    blueprint = Blueprint("edge", __name__)
    rows = list_args("Rows", ["name"], default="name", direction="asc", no_limit=True)

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
        return {"channel": present_channel(), "language": principal().language}

    @blueprint.route("/same")
    @caching.same_for_all(max_age=30)
    @any_key
    def same() -> dict[str, Any]:
        return {"language": "the same words"}

    @blueprint.route("/long")
    @caching.same_for_all()
    @public
    def long() -> dict[str, Any]:
        return {"text": "many words " * 500}

    @blueprint.route("/reports")
    @staff
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
        return vars(page_request(args))

    @blueprint.route("/page")
    @public
    def page() -> Response:
        return Response(headers.nonce(), content_type="text/html")

    return blueprint


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'edge.sqlite'}")
    Base.metadata.create_all(database.engine, tables=[Base.metadata.tables["outbox"]])
    yield database
    database.close()


@pytest.fixture
def client(database: Database) -> FlaskClient:
    """A client of the small app."""
    app = Flask("edge", static_folder=None)
    app.config.update(API_TITLE="t", API_VERSION="1", OPENAPI_VERSION="3.1.0", MAX_CONTENT_LENGTH=1000)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    cors.install(app)
    headers.install(app, Settings(media_host="https://media.example.org"))
    requests.install(app, database, someone, lambda asking: asking.account_id == BOSS, limiter())
    compression.install(app)
    caching.install(app)
    Api(app).register_blueprint(views(database))
    errors.install(app)
    app.wsgi_app = MethodOverride(app.wsgi_app)  # type: ignore[method-assign]
    return app.test_client()


def body(answer: Any) -> dict[str, Any]:
    """The JSON object of an answer."""
    assert isinstance(answer.json, dict)
    return answer.json


@pytest.mark.parametrize("kind", REFUSALS)
def test_each_refusal_has_its_status_in_problem_json(client: FlaskClient, kind: str) -> None:
    error, status = REFUSALS[kind]
    answer = client.get(f"/api/refuse/{kind}")
    assert answer.status_code == status == body(answer)["status"]
    assert answer.content_type == "application/problem+json"
    said = body(answer)
    assert (said["code"], said["message"], said["detail"]) == (error.code, error.message, error.message)
    assert {"type", "title", "request_id"} <= said.keys()


def test_throttled_says_when_to_come_back_and_invalid_names_the_field(client: FlaskClient) -> None:
    assert client.get("/api/refuse/throttled").headers["Retry-After"] == "12"
    said = body(client.get("/api/refuse/invalid"))
    assert said["errors"] == {"email": ["A valid email address is required"]}
    assert said["message"] == "A valid email address is required"


def test_a_failure_of_ours_says_nothing_internal(client: FlaskClient) -> None:
    answer = client.get("/api/refuse/bug")
    assert answer.status_code == 500
    assert "inside story" not in answer.get_data(as_text=True)
    assert body(answer)["request_id"] == answer.headers["X-Request-Id"]


def test_unknown_paths_methods_and_bodies_are_problems_too(client: FlaskClient) -> None:
    assert body(client.get("/api/nothing"))["status"] == 404
    wrong = client.delete("/api/name")
    assert (wrong.status_code, wrong.content_type) == (405, "application/problem+json")
    assert "POST" in wrong.headers["Allow"]
    broken = client.post("/api/name", data="{", content_type="application/json")
    assert (broken.status_code, broken.content_type) == (400, "application/problem+json")
    assert client.post("/api/name", json={"name": "x" * 2000}).status_code == 413


@pytest.mark.parametrize("method", ["", '"_method": "patch", '])
@pytest.mark.parametrize("value", BROKEN.values(), ids=BROKEN)
def test_what_pythons_reader_gives_up_on_is_a_body_that_is_broken(
    client: FlaskClient, value: str, method: str
) -> None:
    client.application.config["MAX_CONTENT_LENGTH"] = 20_000
    sent = f'{{{method}"name": "a", "more": {value}}}'
    answer = client.post("/api/name", data=sent, content_type="application/json")
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")


@pytest.mark.parametrize("value", BROKEN.values(), ids=BROKEN)
def test_there_is_no_key_in_a_body_that_is_broken(client: FlaskClient, value: str) -> None:
    client.application.config["MAX_CONTENT_LENGTH"] = 20_000
    answer = client.get("/api/mine", data=f'{{"more": {value}}}', content_type="application/json")
    assert answer.status_code == 403


def test_a_wrong_field_is_named(client: FlaskClient) -> None:
    answer = client.post("/api/name", json={})
    assert answer.status_code == 422
    assert list(body(answer)["errors"]) == ["name"]


@pytest.mark.parametrize("asked", ["patch", "PATCH"])
def test_a_post_may_ask_to_be_another_method(client: FlaskClient, asked: str) -> None:
    answer = client.post("/api/name", json={"name": "a", "_method": asked, "api_key": "left alone"})
    assert body(answer) == {"method": "PATCH", "name": "a"}


def test_a_post_stays_one_when_it_asks_for_nothing_or_nonsense(client: FlaskClient) -> None:
    assert body(client.post("/api/name", json={"name": "_method"}))["method"] == "POST"
    assert body(client.post("/api/name", json={"name": "a", "_method": "connect"}))["method"] == "POST"


@pytest.mark.parametrize(("status", "kept"), [(200, 1), (302, 1), (400, 0), (500, 0)])
def test_what_a_request_wrote_is_kept_below_400_only(
    client: FlaskClient, database: Database, status: int, kept: int
) -> None:
    client.post(f"/api/write/{status}")
    with database.transaction(None) as session:
        assert session.scalar(select(func.count()).select_from(OutboxRow)) == kept


def test_a_key_binds_the_request_to_its_channel(client: FlaskClient) -> None:
    assert client.get("/api/mine").status_code == 403
    assert body(client.get("/api/mine?api_key=good&lang=fr")) == {"channel": 3, "language": "fr"}


def test_a_visitor_is_sent_to_log_in(client: FlaskClient) -> None:
    answer = client.get("/api/profile?api_key=good")
    assert answer.status_code == 401
    assert body(answer)["message"] == "user must be logged in"


def test_the_same_words_in_another_language_have_another_etag(client: FlaskClient) -> None:
    english = client.get("/api/same?api_key=good")
    french = client.get("/api/same?api_key=good&lang=fr")
    assert english.get_data() == french.get_data()
    assert english.headers["ETag"] != french.headers["ETag"]
    assert english.headers["Cache-Control"] == "public, max-age=30"
    again = client.get("/api/same?api_key=good", headers={"If-None-Match": english.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/api/mine?api_key=good").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "query", ["limit=101", "limit=0", "offset=-1", "sort_field=secret", "sort_direction=up"]
)
def test_a_list_that_cannot_be_is_refused(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/api/rows?{query}")
    assert answer.status_code == 422
    assert list(body(answer)["errors"]) == [query.split("=")[0]]


def test_no_limit_still_has_one(client: FlaskClient) -> None:
    assert body(client.get("/api/rows?no_limit=1"))["limit"] == 1000
    assert body(client.get("/api/rows"))["limit"] == 20


def test_a_page_has_a_policy_with_a_nonce_of_its_own(client: FlaskClient) -> None:
    first, second = client.get("/api/page"), client.get("/api/page")
    assert first.get_data() != second.get_data()
    policy = first.headers["Content-Security-Policy"]
    assert f"'nonce-{first.get_data(as_text=True)}'" in policy
    assert "https://media.example.org" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert first.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_tells_browsers_where_to_report_what_its_policy_stood_before(client: FlaskClient) -> None:
    page = client.get("/api/page")
    rules = page.headers["Content-Security-Policy"].split("; ")
    assert {"report-uri /client-errors", "report-to errors"} <= set(rules)
    assert page.headers["Reporting-Endpoints"] == 'errors="/client-errors"'
    assert "Reporting-Endpoints" not in client.get("/api/rows").headers


def policy_of(settings: Settings) -> str:
    """The policy of any page."""
    app = Flask("page")
    headers.install(app, settings)
    app.get("/")(lambda: Response("", mimetype="text/html"))
    return app.test_client().get("/").headers["Content-Security-Policy"]


@pytest.mark.parametrize("check", ["none", "fake", "recaptcha"])
def test_scripts_of_the_robot_check_run_only_where_it_is_set_up(check: str) -> None:
    policy = policy_of(Settings(robot_check=check))
    assert ("https://www.gstatic.com/recaptcha/" in policy) == (check == "recaptcha")


@pytest.mark.parametrize(
    ("payments", "allowed"),
    [
        ("off", {"script-src": set(), "connect-src": set(), "frame-src": set()}),
        ("fake", {name: {"http://127.0.0.1:8098"} for name in headers.STRIPE}),
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
def test_a_page_loads_from_the_payment_provider_where_there_is_one(
    payments: str, allowed: dict[str, set[str]]
) -> None:
    def rules(policy: str) -> dict[str, set[str]]:
        return {name: set(values) for name, *values in map(str.split, policy.split("; "))}

    without, found = (rules(policy_of(Settings(payments=word))) for word in ("off", payments))
    for name, origins in allowed.items():
        ours = {value for value in found[name] - without[name] if not value.startswith("'nonce")}
        assert ours == origins, name


def test_a_callers_request_id_is_kept_when_it_is_one(client: FlaskClient) -> None:
    headers = {"X-Request-Id": "0123-abcd-4567"}
    assert client.get("/api/rows", headers=headers).headers["X-Request-Id"] == "0123-abcd-4567"
    bad = client.get("/api/rows", headers={"X-Request-Id": "<script>"}).headers["X-Request-Id"]
    assert bad != "<script>"


def test_another_origin_may_ask(client: FlaskClient) -> None:
    asked = client.options("/api/name", headers={"Origin": "https://a.example"})
    assert asked.status_code == 204
    assert "POST" in asked.headers["Access-Control-Allow-Methods"]
    assert client.get("/api/rows").headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/media/x/assets/1/a.ts", "/files/prairie/gone.woff2", "/assets/gone.js"])
def test_another_origin_may_ask_for_ranges_of_files_and_read_that_there_is_none(
    client: FlaskClient, path: str
) -> None:
    asked = client.options(path, headers={"Origin": "https://a.example"})
    assert asked.status_code == 204
    assert {"Range", "If-Range"} <= set(asked.headers["Access-Control-Allow-Headers"].split(", "))
    assert "HEAD" in asked.headers["Access-Control-Allow-Methods"].split(", ")
    answer = client.get(path, headers={"Origin": "https://a.example"})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (404, "*")
    assert "Content-Range" in answer.headers["Access-Control-Expose-Headers"].split(", ")


def test_text_is_gzipped_for_those_who_take_it_under_an_etag_of_its_own(client: FlaskClient) -> None:
    plain = client.get("/api/long")
    small = client.get("/api/long", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.get_data()) == plain.get_data()
    assert int(small.headers["Content-Length"]) == len(small.get_data()) < len(plain.get_data())
    assert small.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    for first in (plain, small):
        asked = {"Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]}
        again = client.get("/api/long", headers=asked)
        assert (again.status_code, again.headers["ETag"]) == (304, first.headers["ETag"])


@pytest.mark.parametrize(
    ("key", "status", "code"),
    [
        pytest.param("bad", 403, "errors.api_key", id="no key"),
        pytest.param("good", 401, "errors.not_logged_in", id="nobody"),
        pytest.param("viewer", 403, "errors.forbidden", id="a viewer"),
        pytest.param("boss", 200, None, id="an operator"),
    ],
)
def test_what_operators_see_nobody_else_does(
    client: FlaskClient, key: str, status: int, code: str | None
) -> None:
    answer = client.get("/api/reports", query_string={"api_key": key})
    assert (answer.status_code, body(answer).get("code")) == (status, code)
