"""Laws over all routes: each says who may call, and none answers with the things of another channel."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select

from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.openapi import document
from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.http.guards import CLASSES, PUBLIC, STAFF, VIEWER
from touchline.platform.http.limits import READ

Operation = tuple[str, str, dict[str, Any]]
BY_ITS_UUID = {"/api/shared-clip/{clip_id}"}
"""What nobody finds by a number alone."""
BODIES: dict[str, dict[str, Any]] = {"/report": {"reason": "other"}}
"""What a call needs before it looks for the thing, by the end of its address."""
CALLS = count()


def operations(app: Flask) -> Iterator[Operation]:
    """Path, method and description of each call of the API."""
    for path, methods in document(app)["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and path.startswith("/api/"):
                yield path, method, operation


def path_ids(operation: dict[str, Any], path: str) -> list[str]:
    """The names of the whole numbers in a path."""
    return [part.strip("{}") for part in path.split("/") if part.startswith("{") and part.endswith("_id}")]


@pytest.fixture
def staff(house: House, visit: Callable[[ChannelFacts], Visitor]) -> Callable[[ChannelFacts], Visitor]:
    """`staff(channel)`: an operator of the channel."""

    def enter(channel: ChannelFacts) -> Visitor:
        person = visit(channel).register(email="operator@example.org")
        container: Any = house.container
        with house.container.database().transaction(channel.id):
            container.channel.desk.change_operators().add("operator@example.org", unverified=True)
        return person

    return enter


@pytest.fixture
def theirs(
    ours: Visitor, apply_whole_pack: Callable[[str], ChannelFacts], visit: Callable[[ChannelFacts], Visitor]
) -> Visitor:
    """A visitor of another channel, which has the same under other ids."""
    return visit(apply_whole_pack("theirs"))


def all_ids(house: House, channel_id: int) -> set[int]:
    """Every id that any table holds for a channel."""
    found: set[int] = set()
    with house.container.database().transaction(channel_id) as session:
        for mapper in Base.registry.mappers:
            if issubclass(mapper.class_, ChannelScoped) and hasattr(mapper.class_, "id"):
                found.update(session.scalars(select(mapper.class_.id)))
    return found


def test_every_route_says_who_may_call(shared_app: Flask) -> None:
    silent = [
        rule.rule
        for rule in shared_app.url_map.iter_rules()
        if getattr(shared_app.view_functions[rule.endpoint], "who", None) not in CLASSES
    ]
    assert silent == []


def test_every_route_declares_its_limits_or_why_it_has_none(shared_app: Flask) -> None:
    for view in {shared_app.view_functions[rule.endpoint] for rule in shared_app.url_map.iter_rules()}:
        name, reason = view.__name__, getattr(view, "unlimited", "")
        rules = getattr(view, "limits", ())
        assert bool(rules) is not bool(reason), f"{name}: put `limits.per` or `limits.none` beside its guard"
        by_whom = {rule.scope for rule in rules}
        if getattr(view, "who", PUBLIC) == PUBLIC:
            assert by_whom <= {"address"}, f"{name} knows no account and no channel"


def test_only_reads_and_signed_calls_have_no_limit(shared_app: Flask) -> None:
    """What changes something for anybody who asks is limited, whatever is declared."""
    changing = {"POST", "PATCH", "PUT", "DELETE"}
    for rule in shared_app.url_map.iter_rules():
        reason = getattr(shared_app.view_functions[rule.endpoint], "unlimited", "")
        if reason and changing & (rule.methods or set()):
            assert reason != READ, f"{rule.rule} changes something"


def test_every_call_of_the_api_needs_a_key_unless_it_is_public(app: Flask, channel: ChannelFacts) -> None:
    for path, method, operation in operations(app):
        if operation["x-who"] == "public":
            continue
        address = path.replace("{", "").replace("}", "")
        for name in path_ids(operation, path):
            address = address.replace(name, "1", 1)
        answer = app.test_client().open(address, method=method.upper(), json={} if method != "get" else None)
        assert answer.status_code == 403, (method, path)
        assert answer.json is not None
        assert answer.json["code"] == "errors.api_key", (method, path)


def test_no_call_finds_a_thing_of_another_channel_by_its_id(
    app: Flask, house: House, ours: Visitor, theirs: Visitor, staff: Callable[[ChannelFacts], Visitor]
) -> None:
    operators = staff(ours.channel), staff(theirs.channel)
    numbers = all_ids(house, ours.channel.id) | all_ids(house, theirs.channel.id)
    for path, method, operation in operations(app):
        names = path_ids(operation, path)
        if not names or operation["x-who"] == "public":
            continue
        found = False
        us, them = operators if operation["x-who"] == STAFF else (ours, theirs)
        for number in numbers:
            house.container.channel.throttle().storage.reset()
            address = path.removeprefix("/api")
            for name in names:
                address = address.replace(f"{{{name}}}", str(number))
            if answers(us, method, address, operation):
                found = True
                assert not answers(them, method, address, operation), f"{method} {address}"
        unseen = operation["x-who"] == VIEWER or path in BY_ITS_UUID
        assert found or unseen, f"{method} {path}: the pack lacks one"


KNOWN = {"<string:provider>": "google", "<string:alias>": "contacts"}
"""What stands for parts of paths that are no numbers."""
PART = re.compile(r"<[^>]*>")
MAY_WRITE = {
    "/api/download-event/<int(max=2147483647):event_id>": "api.md: GET asks for the file",
    "/api/clip/download/<int(max=2147483647):clip_id>": "api.md: counts a download",
}
"""Calls by GET that note something, and why. No link in an email leads to one."""


def known_part(number: int, found: re.Match[str]) -> str:
    """What stands for a part of a path."""
    return KNOWN.get(found.group(), str(number))


def test_no_get_changes_anything(
    app: Flask, house: House, ours: Visitor, staff: Callable[[ChannelFacts], Visitor]
) -> None:
    operator = staff(ours.channel)
    numbers = sorted(all_ids(house, ours.channel.id))[:12]
    written: set[tuple[str, str]] = set()
    answered = 0

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        word, *rest = statement.split()
        if word.upper() in {"INSERT", "UPDATE", "DELETE"}:
            written.add((path, " ".join([word, *rest[:2]])))

    engine = house.container.database().engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        for rule in app.url_map.iter_rules():
            path = rule.rule
            if "GET" not in (rule.methods or ()):
                continue
            for number in numbers:
                headers = {"Host": ours.channel.domains[0], "Authorization": f"Bearer {operator.api_key}"}
                address = PART.sub(partial(known_part, number), path)
                answered += operator.browser.get(address, headers=headers).status_code == 200
                if not rule.arguments:
                    break
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert answered > 60
    assert {found for found in written if found[0] not in MAY_WRITE} == set()


def test_no_list_shows_a_thing_of_another_channel(app: Flask, ours: Visitor, theirs: Visitor) -> None:
    for path, method, operation in operations(app):
        if path_ids(operation, path) or method != "get" or operation["x-who"] != "any_key":
            continue
        mine, other = (shown_ids(visitor.get(path.removeprefix("/api")).json) for visitor in (ours, theirs))
        assert not mine & other, path


def test_no_filter_reaches_into_another_channel(
    app: Flask, house: House, ours: Visitor, theirs: Visitor
) -> None:
    us, them = ours.register(), theirs.register()
    numbers = sorted(all_ids(house, ours.channel.id))[:40]
    for path, method, operation in operations(app):
        if method != "get" or path_ids(operation, path):
            continue
        mine = shown_ids(us.get(path.removeprefix("/api")).json)
        for parameter in operation.get("parameters", []):
            if parameter["in"] != "query" or not parameter["name"].endswith(("_id", "location")):
                continue
            for number in numbers:
                answer = them.get(path.removeprefix("/api"), None, **{parameter["name"]: number})
                assert answer.status_code in (200, 404, 422), (path, parameter["name"], number)
                assert not shown_ids(answer.json) & mine, (path, parameter["name"], number)


def test_an_id_too_large_for_the_database_is_not_found(app: Flask, ours: Visitor) -> None:
    for path, method, operation in operations(app):
        names = path_ids(operation, path)
        if not names or operation["x-who"] != "any_key":
            continue
        address = path.removeprefix("/api")
        for name in names:
            address = address.replace(f"{{{name}}}", str(10**15))
        assert ask(ours, method, address) == 404, (method, path)


def ask(visitor: Visitor, method: str, address: str) -> int:
    """The status of a call; each comes from another network address, so that no limit is met."""
    number = next(CALLS)
    sender = {"REMOTE_ADDR": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
    own = {"api_key": visitor.api_key}
    body = next((needed for end, needed in BODIES.items() if address.endswith(end)), {})
    sent: dict[str, Any] = {"query_string": own} if method in ("get", "delete") else {"json": own | body}
    path = f"/api{address}"
    return visitor.browser.open(path, method=method.upper(), environ_base=sender, **sent).status_code


def answers(visitor: Visitor, method: str, address: str, operation: dict[str, Any]) -> bool:
    """Whether there is such a thing for a visitor; no other answer than yes, no and "log in" is right."""
    status = ask(visitor, method, address)
    assert status in {200, 404} or (status == 401 and operation["x-who"] == VIEWER), address
    return status == 200


def shown_ids(answer: Any) -> set[int]:
    """The ids of the things in a list's answer; a rail of the home page is numbered, so its events count."""
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        return set()
    things = [thing for row in rows if isinstance(row, dict) for thing in row.get("events", [row])]
    return {thing["id"] for thing in things if "id" in thing}
