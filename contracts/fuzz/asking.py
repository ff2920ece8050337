"""Cases: Schemathesis makes them from the document, right and wrong ones; Hypothesis chooses."""

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

from contracts.fuzz.world import CLIP, EVENT, NOBODY, ROLES, World

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
_KNOWN = (None, 1, 2, EVENT, CLIP, CLIP + 1, CLIP + 2, 40, 70)
"""What may stand in a path in the place of a whole number, so that something is found there too."""
_ENDS_A_SESSION = ("/auth/", "/profile", "/delete-account")


@dataclass
class Findings:
    """How much was asked, and what was wrong with the answers: (call, what) → one example and how often."""

    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: dict[tuple[str, str], str] = field(default_factory=dict)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, call: str, what: str, example: str) -> None:
        """Something is wrong; the first example of its kind stays."""
        self.times[(call, what)] += 1
        self.wrong.setdefault((call, what), example)


def schema_of(world: World) -> Any:
    """The document as Schemathesis reads it; keys are our own matter."""
    generation = GenerationConfig(with_security_parameters=False)
    config = SchemathesisConfig(projects=ProjectsConfig(default=ProjectConfig(generation=generation)))
    schema = schemathesis.openapi.from_dict(world.document, config=config)
    schema.app = world.app
    return schema


class Fuzz:
    """Asks a world."""

    def __init__(self, world: World, chance: int) -> None:
        self._world, self._chance = world, chance
        self.findings = Findings()
        self._schema = schema_of(world)

    def ask(self, most: int) -> Findings:
        """Ask so many cases: every call as everybody, right and wrong, over and over."""
        operations = [found.ok() for found in self._schema.get_all_operations()]
        turns = len(operations) * len(ROLES) * len(MODES)
        while self.findings.asked < most:
            self._chance += 1
            each = max(1, -(-(most - self.findings.asked) // turns))
            for operation, role, mode in _shares(operations):
                if self.findings.asked >= most:
                    break
                self._ask(operation, role, mode, min(each, most - self.findings.asked))
        return self.findings

    def _ask(self, operation: Any, role: str, mode: GenerationMode, tries: int) -> None:
        @seed(self._chance)
        @settings(
            max_examples=tries,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(generation_mode=mode),
            known=st.sampled_from(_KNOWN),
        )
        def one(case: Any, known: int | None) -> None:
            for name, value in (case.path_parameters or {}).items():
                if known is not None and isinstance(value, int):
                    case.path_parameters[name] = known
            self._send(case, role)

        try:
            one()
        except Unsatisfiable:
            return  # nothing about this call can be wrong

    def _send(self, case: Any, role: str) -> None:
        self.findings.asked += 1
        key = self._world.key_of(role)
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if key else {})
        if self.findings.asked % 10:
            self._world.calm()
        try:
            response = case.call(headers=headers)
        except Exception as error:
            self.findings.note(case.operation.label, "raised", f"{role}: {error!r}")
            return
        self.findings.statuses[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as failures:
            for failure in failures.exceptions:
                what = f"{response.status_code} {type(failure).__name__}"
                self.findings.note(case.operation.label, what, f"{role}: {failures}"[:2500])
        if role != NOBODY and (response.status_code in (204, 403) or case.path.startswith(_ENDS_A_SESSION)):
            self._world.let_in(role)


def _shares(operations: list[Any]) -> Iterator[tuple[Any, str, GenerationMode]]:
    for mode in MODES:
        for role in ROLES:
            for operation in operations:
                yield operation, role, mode
