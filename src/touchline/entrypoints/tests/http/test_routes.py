"""All routes: each declares its callers, and none returns the data of another channel."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.docs.openapi import build_document
from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.http.guards import CALLER_CLASSES, OPERATOR, PUBLIC, VIEWER
from touchline.platform.http.limits import READ_ONLY
from touchline.shared.tests.machine import IS_QUICK

Operation = tuple[str, str, dict[str, Any]]
UUID_PATHS = {"/api/shared-clip/{clip_id}"}
"""Paths whose records cannot be found by number alone."""
TESTED_ELSEWHERE = (
    "/api/studio/team/",
    "/api/studio/viewers/",
    "/api/studio/bundles/{bundle_id}/",
    "/api/studio/orders/",
    "/api/studio/sponsors/{key}/links/",
    "/api/studio/uploads/",
    "/api/studio/videos/",
    "/api/studio/feeds/",
    "/api/studio/participants/",
    "/api/studio/rehearsals/",
    "/api/studio/make-goods/",
    "/api/studio/restream-targets/",
    "/api/studio/events/{key}/camera/",
    "/api/studio/events/{key}/restreams/",
)
"""Paths whose calls can remove the rights or the account of a caller, need a paid order, the headers of a
protocol, a server to fetch from, the key of a team, the key of an event, a make-good, an agreement of
two channels, a rehearsal or a restream target.

Tests named `test_…_of_another_channel_is_not_found`, `test_a_team_belongs_to_one_channel` and
`test_…_of_another_channel_are_not_found` test them.
"""
REQUEST_BODIES: dict[str, dict[str, Any]] = {
    r"/report": {"reason": "other"},
    r"/studio/requests/\d+": {"version": 1},
    r"/timeline": {"entries": []},
    r"/scoreboard": {"source": "Scoreboard"},
    r"/scoreboard/\w+": {"Home Score": "1"},
    r"/highlights/order": {"ids": [1]},
    r"/dismiss": {"reason": "The camera was covered."},
    r"/replies": {"version": 1, "text": "We refunded it."},
}
"""Bodies that a call validates before it looks up the record, by a pattern for the end of its path."""
CALL_NUMBERS = count()


def list_operations(app: Flask) -> Iterator[Operation]:
    """Yield path, method and description of each API operation."""
    for path, methods in build_document(app)["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and path.startswith("/api/"):
                yield path, method, operation


def list_path_ids(operation: dict[str, Any], path: str) -> list[str]:
    """Return the names of the whole-number parameters in a path."""
    return [part.strip("{}") for part in path.split("/") if part.startswith("{") and part.endswith("_id}")]


@pytest.fixture
def operator_session(
    application: Application, visit: Callable[[ChannelDetails], Visitor]
) -> Callable[[ChannelDetails], Visitor]:
    """Return `operator_session(channel)`, which returns an operator of the channel with an access token."""

    def open_site(channel: ChannelDetails) -> Visitor:
        person = visit(channel).register(email="operator@example.org")
        container: Any = application.container
        with application.container.database().transaction(channel.id):
            container.channel.operator_admin().add("operator@example.org", unverified=True)
        person.post("/studio/tokens", name="Import", scopes=["view_reports"], expires_in_days=30)
        return person

    return open_site


@pytest.fixture
def other_channel_ids(
    example_ids: Visitor,
    apply_full_pack: Callable[[str], ChannelDetails],
    visit: Callable[[ChannelDetails], Visitor],
) -> Visitor:
    """Return a visitor of another channel, which has the same data under other ids."""
    return visit(apply_full_pack("theirs"))


def list_all_ids(application: Application, channel_id: int) -> set[int]:
    """Return every id that any table contains for a channel."""
    found: set[int] = set()
    with application.container.database().transaction(channel_id) as session:
        for mapper in Base.registry.mappers:
            if issubclass(mapper.class_, ChannelScoped) and hasattr(mapper.class_, "id"):
                found.update(session.scalars(select(mapper.class_.id)))
    return found


def test_every_route_declares_its_caller(shared_app: Flask) -> None:
    undeclared = [
        rule.rule
        for rule in shared_app.url_map.iter_rules()
        if getattr(shared_app.view_functions[rule.endpoint], "caller_class", None) not in CALLER_CLASSES
    ]
    assert undeclared == []


def test_every_route_declares_its_limits_or_a_reason(shared_app: Flask) -> None:
    for view in {shared_app.view_functions[rule.endpoint] for rule in shared_app.url_map.iter_rules()}:
        name, reason = view.__name__, getattr(view, "unlimited", "")
        rules = getattr(view, "limits", ())
        assert bool(rules) is not bool(reason), f"{name}: put `limits.per` or `limits.none` beside its guard"
        scopes = {rule.scope for rule in rules}
        if getattr(view, "caller_class", PUBLIC) == PUBLIC:
            assert scopes <= {"address"}, f"{name} has no account or channel to limit by"


def test_only_reads_and_signed_calls_have_no_limit(shared_app: Flask) -> None:
    """Every change available to anybody is limited, whatever the route declares."""
    changing = {"POST", "PATCH", "PUT", "DELETE"}
    for rule in shared_app.url_map.iter_rules():
        reason = getattr(shared_app.view_functions[rule.endpoint], "unlimited", "")
        if reason and changing & (rule.methods or set()):
            assert reason != READ_ONLY, f"{rule.rule} changes something"


def test_every_api_call_needs_a_key_unless_it_is_public(app: Flask, channel: ChannelDetails) -> None:
    for path, method, operation in list_operations(app):
        if operation["x-who"] == "public":
            continue
        address = path.replace("{", "").replace("}", "")
        for name in list_path_ids(operation, path):
            address = address.replace(name, "1", 1)
        response = app.test_client().open(
            address, method=method.upper(), json={} if method != "get" else None
        )
        assert response.status_code == 403, (method, path)
        assert response.json is not None
        assert response.json["code"] == "errors.api_key", (method, path)


def test_no_call_finds_an_item_of_another_channel_by_id(
    app: Flask,
    application: Application,
    example_ids: Visitor,
    other_channel_ids: Visitor,
    operator_session: Callable[[ChannelDetails], Visitor],
) -> None:
    operators = operator_session(example_ids.channel), operator_session(other_channel_ids.channel)
    numbers = list_all_ids(application, example_ids.channel.id) | list_all_ids(
        application, other_channel_ids.channel.id
    )
    for path, method, operation in list_operations(app):
        names = list_path_ids(operation, path)
        if not names or operation["x-who"] == "public" or path.startswith(TESTED_ELSEWHERE):
            continue
        found = False
        us, them = operators if operation["x-who"] == OPERATOR else (example_ids, other_channel_ids)
        for number in numbers:
            application.container.channel.throttle().storage.reset()
            address = path.removeprefix("/api")
            for name in names:
                address = address.replace(f"{{{name}}}", str(number))
            if has_record(us, method, address, operation):
                found = True
                assert not has_record(them, method, address, operation), f"{method} {address}"
                if IS_QUICK:
                    break
        unseen = operation["x-who"] == VIEWER or path in UUID_PATHS
        assert found or unseen, f"{method} {path}: the pack contains no such record"


PATH_VALUES = {"<string:provider>": "google", "<string:alias>": "contacts"}
"""Values for path parameters that are not numbers."""
PATH_PARAMETER = re.compile(r"<[^>]*>")
GETS_THAT_WRITE = {
    "/api/studio/events/<string:key>/make-good": "operators see personal data",
    "/api/download-event/<int(max=2147483647):event_id>": "api.md: GET requests the file",
    "/api/clip/download/<int(max=2147483647):clip_id>": "api.md: counts a download",
    "/api/studio/orders": "operators see personal data",
    "/api/studio/viewers": "operators see personal data",
    "/api/studio/viewers/<int(max=2147483647):account_id>": "operators see personal data",
    "/api/studio/viewers/<int(max=2147483647):account_id>/export": "operators see personal data",
    "/api/studio/activity.csv": "the export is an entry of the audit log",
    "/api/studio/activity.json": "the export is an entry of the audit log",
    "/api/studio/requests": "the read is an entry of the audit log",
    "/api/studio/requests/<int(max=2147483647):request_id>": "the read is an entry of the audit log",
}
"""GET calls that record something, and why. No link in an email leads to one."""


def get_path_value(number: int, found: re.Match[str]) -> str:
    """Return the value for a path parameter."""
    return PATH_VALUES.get(found.group(), str(number))


def test_get_requests_change_nothing(
    app: Flask,
    application: Application,
    example_ids: Visitor,
    operator_session: Callable[[ChannelDetails], Visitor],
) -> None:
    operator = operator_session(example_ids.channel)
    numbers = sorted(list_all_ids(application, example_ids.channel.id))[:12]
    written: set[tuple[str, str]] = set()
    success_count = 0

    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        argument, *rest = statement.split()
        if argument.upper() in {"INSERT", "UPDATE", "DELETE"}:
            written.add((path, " ".join([argument, *rest[:2]])))

    engine = application.container.database().engine
    event.listen(engine, "before_cursor_execute", record)
    try:
        for rule in app.url_map.iter_rules():
            path = rule.rule
            if "GET" not in (rule.methods or ()):
                continue
            for number in numbers:
                headers = {
                    "Host": example_ids.channel.domains[0],
                    "Authorization": f"Bearer {operator.api_key}",
                }
                address = PATH_PARAMETER.sub(partial(get_path_value, number), path)
                success_count += operator.browser.get(address, headers=headers).status_code == 200
                if not rule.arguments:
                    break
    finally:
        event.remove(engine, "before_cursor_execute", record)
    assert success_count > 60
    assert {found for found in written if found[0] not in GETS_THAT_WRITE} == set()


def test_no_list_contains_an_item_of_another_channel(
    app: Flask, example_ids: Visitor, other_channel_ids: Visitor
) -> None:
    for path, method, operation in list_operations(app):
        if list_path_ids(operation, path) or method != "get" or operation["x-who"] != "any_key":
            continue
        mine, other = (
            list_response_ids(visitor.get(path.removeprefix("/api")).json)
            for visitor in (example_ids, other_channel_ids)
        )
        assert not mine & other, path


@pytest.mark.nightly
def test_filters_do_not_return_items_of_another_channel(
    app: Flask,
    application: Application,
    example_ids: Visitor,
    other_channel_ids: Visitor,
    operator_session: Callable[[ChannelDetails], Visitor],
) -> None:
    operators = operator_session(example_ids.channel), operator_session(other_channel_ids.channel)
    viewers = example_ids.register(), other_channel_ids.register()
    numbers = sorted(list_all_ids(application, example_ids.channel.id))[:40]
    for path, method, operation in list_operations(app):
        if method != "get" or list_path_ids(operation, path):
            continue
        us, them = operators if operation["x-who"] == OPERATOR else viewers
        mine = list_response_ids(us.get(path.removeprefix("/api")).json)
        for parameter in operation.get("parameters", []):
            if parameter["in"] != "query" or not parameter["name"].endswith(("_id", "location")):
                continue
            for number in numbers:
                response = them.get(path.removeprefix("/api"), None, **{parameter["name"]: number})
                assert response.status_code in (200, 404, 422), (path, parameter["name"], number)
                assert not list_response_ids(response.json) & mine, (path, parameter["name"], number)


def test_an_id_too_large_for_the_database_is_404(app: Flask, example_ids: Visitor) -> None:
    for path, method, operation in list_operations(app):
        names = list_path_ids(operation, path)
        if not names or operation["x-who"] != "any_key":
            continue
        address = path.removeprefix("/api")
        for name in names:
            address = address.replace(f"{{{name}}}", str(10**15))
        assert send_call(example_ids, method, address) == 404, (method, path)


def send_call(visitor: Visitor, method: str, address: str) -> int:
    """Return the status of a call. Each call comes from another IP address, so that no rate limit applies."""
    number = next(CALL_NUMBERS)
    environ = {"REMOTE_ADDR": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
    key = {"api_key": visitor.api_key}
    body = next((needed for end, needed in REQUEST_BODIES.items() if re.search(f"{end}$", address)), {})
    sent: dict[str, Any] = {"query_string": key} if method in ("get", "delete") else {"json": key | body}
    path = f"/api{address}"
    return visitor.browser.open(path, method=method.upper(), environ_base=environ, **sent).status_code


def has_record(visitor: Visitor, method: str, address: str, operation: dict[str, Any]) -> bool:
    """Return whether a visitor has access to such a record.

    Only success, a refusal of the domain, an outdated version, not found and "log in" are valid responses.
    """
    status = send_call(visitor, method, address)
    assert status in {200, 201, 204, 400, 404, 409} or (status == 401 and operation["x-who"] == VIEWER), (
        address
    )
    return status in {200, 201, 204, 400, 409}


def list_response_ids(response: Any) -> set[int]:
    """Return the ids in a list response. Rows of the home page are numbered, so the ids are those of their
    events.
    """
    rows = response.get("data") if isinstance(response, dict) else None
    if not isinstance(rows, list):
        return set()
    items = [item for row in rows if isinstance(row, dict) for item in row.get("events", [row])]
    return {item["id"] for item in items if "id" in item}
