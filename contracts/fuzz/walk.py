"""The walk over every call with what is somebody else's: as another viewer of the channel, as one of another
channel. What they get says nothing of its owner, and what is the owner's stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from sqlalchemy import inspect, select

from contracts.fuzz.asking import schema_of
from contracts.fuzz.world import OUTSIDER, OWNER, THIEF, World
from touchline.platform.db.base import Base, ChannelScoped

Row = tuple[str, tuple[Any, ...]]
PERSONAL = frozenset({"order_id", "transaction_id", "session_id", "card_id", "favorite_id", "reminder_id"})
"""What only its owner finds; clips, events and offers may be looked at by others of the channel."""
SESSIONS = "/api/auth/sessions"
"""The one list of a viewer's that nobody finds empty."""
UNWATCHED = frozenset({"last_seen_at", "last_used_at", "used_at"})


@dataclass
class Walked:
    """How often somebody asked for what is another's, and what they should not have got."""

    asked: int = 0
    wrong: list[str] = field(default_factory=list)
    found_by_owner: set[str] = field(default_factory=set)
    lists_of_owner: set[str] = field(default_factory=set)


class Walk:
    """Goes over every call of the document, in the same order each time."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._operations = [found.ok() for found in schema_of(world).get_all_operations()]
        self.walked = Walked()

    def go(self) -> Walked:
        """As the thief and as the outsider; then the owner looks whether there was something to find."""
        for role in (THIEF, OUTSIDER):
            before = self._kept(role)
            for operation in self._operations:
                self._ask(operation, role)
            if gone := before - self._kept(role):
                self.walked.wrong += [f"{role} changed {row}" for row in sorted(gone, key=str)]
        for operation in self._operations:
            if operation.method.upper() == "GET":
                self._ask(operation, OWNER)
        self._look_into_lists()
        return self.walked

    def _look_into_lists(self) -> None:
        """What lists of a viewer's things hold: something for the owner, nothing for who has nothing."""
        for path, calls in self._world.document["paths"].items():
            if "{" in path or calls.get("get", {}).get("x-who") != "viewer":
                continue
            mine, theirs = (self._rows(path, role) for role in (OWNER, THIEF))
            if path == SESSIONS:
                theirs = [row for row in theirs if row["id"] in self._world.owners["session_id"]]
            if mine:
                self.walked.lists_of_owner.add(path)
            if theirs:
                self.walked.wrong.append(f"{THIEF} finds {len(theirs)} rows in {path}")

    def _rows(self, path: str, role: str) -> list[Any]:
        self._world.calm()
        headers = {"Authorization": f"Bearer {self._world.key_of(role)}"}
        answer = self._world.app.test_client().get(path, headers=headers)
        found = (answer.get_json(silent=True) or {}).get("data")
        return found if isinstance(found, list) else []

    def _ask(self, operation: Any, role: str) -> None:
        @settings(
            max_examples=1,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
        def one(case: Any) -> None:
            names = [name for name in case.path_parameters or {} if name.endswith("_id")]
            for ids in self._world.ids_of_owner(names):
                case.path_parameters |= ids
                self._fill(case.body, ids)
                self._fill(case.query, ids)
                self._send(case, role, set(names))
                if not names and not self._says_ids(case):
                    return

        one()

    def _fill(self, values: Any, _ids: dict[str, Any]) -> None:
        """Put the owner's things into a body or a query, by the names of the members."""
        if not isinstance(values, dict):
            return
        for name in values:
            if (known := self._world.owners.get(name)) is not None:
                values[name] = known[0]

    def _says_ids(self, case: Any) -> bool:
        said = [values for values in (case.body, case.query) if isinstance(values, dict)]
        return any(name in self._world.owners for values in said for name in values)

    def _send(self, case: Any, role: str, names: set[str]) -> None:
        self._world.calm()
        self.walked.asked += 1
        key = self._world.key_of(role)
        response = case.call(headers={"Authorization": f"Bearer {key}", "Accept-Encoding": "identity"})
        call = f"{case.method.upper()} {case.path}"
        if role == OWNER:
            if response.status_code == 200 and names & PERSONAL:
                self.walked.found_by_owner.add(call)
            return
        said = response.content.decode("utf-8", "replace")
        if any(mark in said for mark in self._world.marks):
            self.walked.wrong.append(f"{role} reads of the owner in {call} ({response.status_code})")
        if names & PERSONAL and response.status_code < 400:
            self.walked.wrong.append(f"{role} gets {response.status_code} from {call}")
        if response.status_code >= 500:
            self.walked.wrong.append(f"{role} breaks {call}")
        if response.status_code == 204 or "/auth/" in case.path:
            self._world.let_in(role)

    def _kept(self, role: str) -> set[Row]:
        """What this role may not change: the owner's rows, or, from outside, all rows of the channel."""
        found: set[Row] = set()
        with self._world.stage.house.container.database().transaction(self._world.channel_id) as session:
            for mapper in Base.registry.mappers:
                table: Any = mapper.class_
                if not issubclass(table, ChannelScoped):
                    continue
                columns = [column.key for column in inspect(table).column_attrs]
                if role == THIEF and "account_id" not in columns:
                    continue
                asked = select(table)
                if role == THIEF:
                    asked = asked.where(table.account_id == self._world.owner_id)
                watched = [name for name in columns if name not in UNWATCHED]
                for row in session.scalars(asked):
                    values = tuple(f"{name}={getattr(row, name)!r}" for name in watched)
                    found.add((table.__tablename__, values))
        return found
