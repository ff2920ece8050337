"""Test cases: Schemathesis generates valid and invalid ones from the document, and Hypothesis chooses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from contracts.fuzz.environment import CLIP, EVENT, NOBODY, ROLES, FuzzEnvironment

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
_KNOWN_IDS = (None, 1, 2, EVENT, CLIP, CLIP + 1, CLIP + 2, 40, 70)
"""Values to use for a whole number in a path, so that some calls find a record."""
_SESSION_ENDING_PATHS = ("/auth/", "/profile", "/delete-account")


@dataclass
class FuzzResult:
    """The number of requests, and the problems: (call, problem) → one example and a count."""

    request_count: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[tuple[str, str], str] = field(default_factory=dict)
    failure_counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def record(self, call: str, problem: str, example: str) -> None:
        """Record a problem. The first example of each kind is kept."""
        self.failure_counts[(call, problem)] += 1
        self.failures.setdefault((call, problem), example)


def load_schema(environment: FuzzEnvironment) -> Any:
    """Return the document as Schemathesis reads it. The fuzzer handles keys itself."""
    generation = GenerationConfig(with_security_parameters=False)
    config = SchemathesisConfig(projects=ProjectsConfig(default=ProjectConfig(generation=generation)))
    schema = schemathesis.openapi.from_dict(environment.document, config=config)
    schema.app = environment.app
    return schema


class Fuzzer:
    """Sends requests to a fuzz environment."""

    def __init__(self, environment: FuzzEnvironment, run_seed: int) -> None:
        self._environment, self._seed = environment, run_seed
        self.result = FuzzResult()
        self._schema = load_schema(environment)

    def run(self, max_requests: int) -> FuzzResult:
        """Send `max_requests` cases: every call as every role, valid and invalid, repeatedly."""
        operations = [result.ok() for result in self._schema.get_all_operations()]
        combination_count = len(operations) * len(ROLES) * len(MODES)
        while self.result.request_count < max_requests:
            self._seed += 1
            per_operation = max(1, -(-(max_requests - self.result.request_count) // combination_count))
            for operation, role, mode in _iter_work(operations):
                if self.result.request_count >= max_requests:
                    break
                self._run_operation(
                    operation, role, mode, min(per_operation, max_requests - self.result.request_count)
                )
        return self.result

    def _run_operation(self, operation: Any, role: str, mode: GenerationMode, max_examples: int) -> None:
        @seed(self._seed)
        @settings(
            max_examples=max_examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(generation_mode=mode),
            known_id=st.sampled_from(_KNOWN_IDS),
        )
        def send_case(case: Any, known_id: int | None) -> None:
            for name, value in (case.path_parameters or {}).items():
                if known_id is not None and isinstance(value, int):
                    case.path_parameters[name] = known_id
            self._send(case, role)

        try:
            send_case()
        except Unsatisfiable:
            return  # this call has no invalid variants

    def _send(self, case: Any, role: str) -> None:
        self.result.request_count += 1
        key = self._environment.get_key(role)
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if key else {})
        if self.result.request_count % 10:
            self._environment.reset_throttle()
        try:
            response = case.call(headers=headers)
        except Exception as error:
            self.result.record(case.operation.label, "raised", f"{role}: {error!r}")
            return
        self.result.statuses[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as failures:
            for failure in failures.exceptions:
                problem = f"{response.status_code} {type(failure).__name__}"
                self.result.record(case.operation.label, problem, f"{role}: {failures}"[:2500])
        if role != NOBODY and (
            response.status_code in (204, 403) or case.path.startswith(_SESSION_ENDING_PATHS)
        ):
            self._environment.renew_key(role)


def _iter_work(operations: list[Any]) -> Iterator[tuple[Any, str, GenerationMode]]:
    for mode in MODES:
        for role in ROLES:
            for operation in operations:
                yield operation, role, mode
