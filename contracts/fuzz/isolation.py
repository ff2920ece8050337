"""Isolation check: calls every operation with another viewer's ids, from the same channel and from another.

Responses must not reveal anything about the owner, and the owner's data must not change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from sqlalchemy import inspect, select

from contracts.fuzz.environment import OTHER_VIEWER, OUTSIDER, OWNER, FuzzEnvironment
from contracts.fuzz.fuzzer import load_schema
from touchline.platform.db.base import Base, ChannelScoped

Row = tuple[str, tuple[Any, ...]]
PERSONAL_IDS = frozenset(
    {"order_id", "transaction_id", "session_id", "card_id", "favorite_id", "reminder_id"}
)
"""Ids that only their owner can access. Other viewers of the channel may see clips, events and offers."""
SESSIONS = "/api/auth/sessions"
"""The only list of a viewer that is never empty."""
IGNORED_COLUMNS = frozenset({"last_seen_at", "last_used_at", "used_at"})


@dataclass
class IsolationResult:
    """The number of requests for other viewers' data, and the violations."""

    request_count: int = 0
    violations: list[str] = field(default_factory=list)
    found_by_owner: set[str] = field(default_factory=set)
    lists_of_owner: set[str] = field(default_factory=set)


class IsolationCheck:
    """Calls every operation of the document, always in the same order."""

    def __init__(self, environment: FuzzEnvironment) -> None:
        self._environment = environment
        self._operations = [operation.ok() for operation in load_schema(environment).get_all_operations()]
        self.result = IsolationResult()

    def run(self) -> IsolationResult:
        """Call as the other viewer and as the outsider. Then check that the owner has data to find."""
        for role in (OTHER_VIEWER, OUTSIDER):
            rows_before = self._snapshot_rows(role)
            for operation in self._operations:
                self._run_operation(operation, role)
            if changed_rows := rows_before - self._snapshot_rows(role):
                self.result.violations += [f"{role} changed {row}" for row in sorted(changed_rows, key=str)]
        for operation in self._operations:
            if operation.method.upper() == "GET":
                self._run_operation(operation, OWNER)
        self._check_lists()
        return self.result

    def _check_lists(self) -> None:
        """Check a viewer's lists: the owner has items, and a viewer who owns nothing has none."""
        for path, methods in self._environment.document["paths"].items():
            if "{" in path or methods.get("get", {}).get("x-who") != "viewer":
                continue
            owner_rows, other_rows = (self._list_rows(path, role) for role in (OWNER, OTHER_VIEWER))
            if path == SESSIONS:
                other_rows = [
                    row for row in other_rows if row["id"] in self._environment.owner_ids["session_id"]
                ]
            if owner_rows:
                self.result.lists_of_owner.add(path)
            if other_rows:
                self.result.violations.append(f"{OTHER_VIEWER} finds {len(other_rows)} rows in {path}")

    def _list_rows(self, path: str, role: str) -> list[Any]:
        self._environment.reset_throttle()
        headers = {"Authorization": f"Bearer {self._environment.get_key(role)}"}
        list_response = self._environment.app.test_client().get(path, headers=headers)
        rows = (list_response.get_json(silent=True) or {}).get("data")
        return rows if isinstance(rows, list) else []

    def _run_operation(self, operation: Any, role: str) -> None:
        @settings(
            max_examples=1,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
        def send_case(case: Any) -> None:
            names = [name for name in case.path_parameters or {} if name.endswith("_id")]
            for ids in self._environment.iter_owner_ids(names):
                case.path_parameters |= ids
                self._fill_owner_ids(case.body, ids)
                self._fill_owner_ids(case.query, ids)
                self._send_case(case, role, set(names))
                if not names and not self._contains_owner_ids(case):
                    return

        send_case()

    def _fill_owner_ids(self, values: Any, _ids: dict[str, Any]) -> None:
        """Put the owner's ids into a body or a query, by the names of the members."""
        if not isinstance(values, dict):
            return
        for name in values:
            if (owner_ids := self._environment.owner_ids.get(name)) is not None:
                values[name] = owner_ids[0]

    def _contains_owner_ids(self, case: Any) -> bool:
        payloads = [values for values in (case.body, case.query) if isinstance(values, dict)]
        return any(name in self._environment.owner_ids for values in payloads for name in values)

    def _send_case(self, case: Any, role: str, names: set[str]) -> None:
        self._environment.reset_throttle()
        self.result.request_count += 1
        key = self._environment.get_key(role)
        response = case.call(headers={"Authorization": f"Bearer {key}", "Accept-Encoding": "identity"})
        call = f"{case.method.upper()} {case.path}"
        if role == OWNER:
            if response.status_code == 200 and names & PERSONAL_IDS:
                self.result.found_by_owner.add(call)
            return
        body = response.content.decode("utf-8", "replace")
        if any(marker in body for marker in self._environment.owner_markers):
            self.result.violations.append(f"{role} sees data of the owner in {call} ({response.status_code})")
        if names & PERSONAL_IDS and response.status_code < 400:
            self.result.violations.append(f"{role} gets {response.status_code} from {call}")
        if response.status_code >= 500:
            self.result.violations.append(f"{role} breaks {call}")
        if response.status_code == 204 or "/auth/" in case.path:
            self._environment.renew_key(role)

    def _snapshot_rows(self, role: str) -> set[Row]:
        """Return the rows that this role may not change: the owner's rows, or from outside all rows of the
        channel.
        """
        rows: set[Row] = set()
        with self._environment.provider.application.container.database().transaction(
            self._environment.channel_id
        ) as session:
            for mapper in Base.registry.mappers:
                table: Any = mapper.class_
                if not issubclass(table, ChannelScoped):
                    continue
                columns = [column.key for column in inspect(table).column_attrs]
                if role == OTHER_VIEWER and "account_id" not in columns:
                    continue
                query = select(table)
                if role == OTHER_VIEWER:
                    query = query.where(table.account_id == self._environment.owner_id)
                compared_columns = [name for name in columns if name not in IGNORED_COLUMNS]
                for row in session.scalars(query):
                    values = tuple(f"{name}={getattr(row, name)!r}" for name in compared_columns)
                    rows.add((table.__tablename__, values))
        return rows
