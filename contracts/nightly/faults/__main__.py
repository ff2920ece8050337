"""Injects faults into a running deployment, one after the other, while visitors use it: `python -m
contracts.nightly.faults [NAME…] [--json] [--list]`.

Exit code 1: acknowledged data is missing or duplicated, playback failed that should have worked, or visitors
got a forbidden response. A fault that this machine cannot inject is reported and is not a failure.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby, pairwise
from typing import Any

import click

from contracts.nightly.faults.definitions import FAULTS, POSTGRES, SQLITE, Fault, TimeSpan
from contracts.nightly.faults.deployment import Deployment, run_deployment
from contracts.nightly.faults.request_log import (
    ACTIONS,
    LIVE,
    NO_RESPONSE,
    PAGES,
    PLAYBACK,
    REPORTS,
    RETRY,
    RequestLog,
    ResponseRecord,
    count_messages,
    pluralize,
)
from contracts.nightly.faults.servers import MissingDependencyError
from contracts.nightly.faults.verification import RECORD_KINDS, VerificationResult, verify
from contracts.nightly.faults.virtual_users import VirtualUsers
from touchline.platform.cli.tables import print_table

WARM_UP_SECONDS = 4.0
COOL_DOWN_SECONDS = 4.0
MAX_EXTRA_SECONDS = 45.0
MAX_RECOVERY_SECONDS = 75.0
RETRYABLE_STATUSES = {503, 409}
"""Statuses that mean "not now", with a message."""
_COLUMNS = (
    "fault",
    "recordings",
    "live",
    "pages",
    "messages",
    "acknowledged, found",
    "recovered after",
)
_DEPLOYMENT_OPTIONS: Mapping[str, Any] = {POSTGRES: {}, SQLITE: {"sqlite": True}}


@dataclass(frozen=True)
class FaultResult:
    """The result of a fault. `problems` has one sentence for each violation."""

    fault: str
    name: str
    recordings: str = ""
    live: str = ""
    pages: str = ""
    refused: dict[str, int] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    recovery_seconds: float = 0.0
    problems: tuple[str, ...] = ()
    skip_reason: str = ""


def run_faults(faults: Sequence[Fault]) -> Iterator[FaultResult]:
    """Run each fault on its deployment. Faults of one kind share a deployment, which is replaced if it
    ended."""
    for deployment_kind, group in groupby(faults, key=lambda fault: fault.deployment_kind):
        pending_faults = deque(group)
        while pending_faults:
            try:
                _print_progress(f"starting a deployment with {deployment_kind} …")
                with run_deployment(**_DEPLOYMENT_OPTIONS[deployment_kind]) as deployment:
                    while pending_faults:
                        _print_progress(f"{pending_faults[0].name} …")
                        result = run_fault(deployment, pending_faults[0])
                        pending_faults.popleft()
                        yield result
            except MissingDependencyError as error:
                fault = pending_faults.popleft()
                yield FaultResult(fault.description, fault.name, skip_reason=str(error))
            except Exception as failure:
                fault = pending_faults.popleft()
                yield FaultResult(
                    fault.description, fault.name, problems=(f"{type(failure).__name__}: {failure}",)
                )


def run_fault(deployment: Deployment, fault: Fault) -> FaultResult:
    """Start visitors, inject the fault, recover, and verify all acknowledged data."""
    virtual_users = VirtualUsers(deployment)
    with virtual_users.run():
        time.sleep(WARM_UP_SECONDS)
        started = time.monotonic()
        fault.inject(deployment)
        time.sleep(fault.duration)
        _wait_for_evidence(deployment, fault, virtual_users, started)
        ended = time.monotonic()
        fault.recover(deployment)
        virtual_users.stop_arrivals()
        _wait_for_recovery(virtual_users.request_log, ended)
    evidence = fault.find_evidence(deployment, virtual_users, (started, ended))
    return _build_result(fault, virtual_users, verify(virtual_users), evidence, (started, ended))


def _print_progress(message: str) -> None:
    """Print progress, because the run takes long."""
    click.echo(message, err=True)


def _wait_for_evidence(
    deployment: Deployment, fault: Fault, virtual_users: VirtualUsers, started: float
) -> None:
    """Wait for evidence. On a busy machine it may take longer until a visitor meets the fault."""
    deadline = time.monotonic() + MAX_EXTRA_SECONDS
    while time.monotonic() < deadline and not fault.find_evidence(
        deployment, virtual_users, (started, time.monotonic())
    ):
        time.sleep(0.5)


def _wait_for_recovery(request_log: RequestLog, started: float) -> None:
    """Wait until no request has been refused for a while."""
    while time.monotonic() - started < MAX_RECOVERY_SECONDS:
        time.sleep(0.5)
        if time.monotonic() - started - request_log.seconds_until_recovery(started) > COOL_DOWN_SECONDS:
            return


def _build_result(
    fault: Fault,
    virtual_users: VirtualUsers,
    verification: VerificationResult,
    evidence: str,
    time_span: TimeSpan,
) -> FaultResult:
    request_log, (started, ended) = virtual_users.request_log, time_span
    playback_responses, fault_responses = (
        request_log.between(started, ended, PLAYBACK),
        request_log.between(started, ended),
    )
    all_responses = request_log.between(started, float("inf"))
    live_pause = request_log.longest_live_pause(started, ended + COOL_DOWN_SECONDS)
    return FaultResult(
        f"{fault.description} ({evidence})" if evidence else fault.description,
        fault.name,
        _summarize_responses(playback_responses),
        f"frozen for {live_pause:.0f} s",
        _summarize_responses([response for response in fault_responses if response.kind == PAGES]),
        dict(
            count_messages(
                [
                    response
                    for response in all_responses
                    if response.kind in (PLAYBACK, LIVE, PAGES, ACTIONS, REPORTS)
                ]
            )
        ),
        dict(verification.acknowledged),
        round(request_log.seconds_until_recovery(ended), 1),
        tuple(
            find_problems(
                fault, virtual_users, verification, evidence, playback_responses, all_responses, live_pause
            )
        ),
    )


def find_problems(
    fault: Fault,
    virtual_users: VirtualUsers,
    verification: VerificationResult,
    evidence: str,
    playback_responses: Sequence[ResponseRecord],
    responses: Sequence[ResponseRecord],
    live_pause: float,
) -> Iterator[str]:
    """Yield one sentence for each broken promise."""
    if not evidence:
        yield "there is no evidence that the fault took effect"
    yield from virtual_users.failures
    yield from (f"never acknowledged: {kind}" for kind in RECORD_KINDS if not verification.acknowledged[kind])
    yield from (f"missing: {record}" for record in verification.missing)
    yield from (f"duplicate: {record}" for record in verification.duplicates)
    yield from (
        f"a journey ended at the step: {journey.failed_step}"
        for journey in virtual_users.journeys
        if journey.failed_step
    )
    if not playback_responses or playback_share(playback_responses) < fault.min_playback_share:
        received = sum(response.is_ok for response in playback_responses)
        yield f"{received} of {len(playback_responses)} segments arrived"
    if live_pause > fault.max_live_pause:
        yield f"the live video was frozen for {live_pause:.0f} s"
    failed_responses = [
        response
        for response in responses
        if not response.is_ok and not _is_allowed(response, fault) and response.kind != RETRY
    ]
    yield from (f"{message} ({times} times)" for message, times in count_messages(failed_responses).items())


def playback_share(playback_responses: Sequence[ResponseRecord]) -> float:
    """Return the share of time in which a viewer who plays without a pause got a successful response.

    A refusal takes less time than a segment, and the next request follows at once. Counting responses would
    therefore overstate refusals.
    """
    ends = [
        playback_responses[0].received_at - playback_responses[0].seconds,
        *(response.received_at for response in playback_responses),
    ]
    spans = [end - start for start, end in pairwise(ends)]
    succeeded = sum(span for span, response in zip(spans, playback_responses, strict=True) if response.is_ok)
    return succeeded / sum(spans)


def _is_allowed(refusal: ResponseRecord, fault: Fault) -> bool:
    if refusal.status == NO_RESPONSE:
        return fault.allows_disconnects
    return refusal.status in RETRYABLE_STATUSES and refusal.message != ""


def _summarize_responses(responses: Sequence[ResponseRecord]) -> str:
    succeeded = [response for response in responses if response.is_ok]
    slowest = max((response.seconds for response in succeeded), default=0.0)
    return f"{len(succeeded)} of {len(responses)}, slowest {slowest:.1f} s"


def _format_row(result: FaultResult, separator: str = "; ") -> tuple[str, ...]:
    if result.skip_reason:
        return (result.fault, "skipped:", result.skip_reason, "", "", "", "")
    message = (
        separator.join(f"{refusal_text} (×{times})" for refusal_text, times in result.refused.items())
        or "no refusals"
    )
    acknowledged_text = ", ".join(
        pluralize(times, kind) for kind, times in sorted(result.acknowledged.items())
    )
    found_text = (
        f"{acknowledged_text}: all found"
        if not result.problems
        else f"{acknowledged_text}; FAILED: {'; '.join(result.problems)}"
    )
    return (
        result.fault,
        result.recordings,
        result.live,
        result.pages,
        message,
        found_text,
        f"{result.recovery_seconds} s",
    )


@click.command()
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per fault.")
@click.option(
    "--page", "as_page", is_flag=True, help="Print the rows of the table in docs/reference/measurements.md."
)
@click.option("--list", "only_list", is_flag=True, help="List the faults and run none.")
def main(names: tuple[str, ...], as_json: bool, as_page: bool, only_list: bool) -> None:
    """Run the faults with these NAMES, or all of them."""
    faults_by_name = {fault.name: fault for fault in FAULTS}
    if only_list:
        print_table(("name", "fault"), [(fault.name, fault.description) for fault in FAULTS])
        return
    unknown = [name for name in names if name not in faults_by_name]
    if unknown:
        raise click.UsageError(
            f"There is no fault {', '.join(unknown)}. The faults are: {', '.join(faults_by_name)}."
        )
    faults = [fault for fault in FAULTS if not names or fault.name in names]
    # Exit on SIGTERM, so that all servers stop and the disk is unmounted.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    results = []
    for result in run_faults(faults):
        results.append(result)
        if as_json:
            click.echo(json.dumps(asdict(result), ensure_ascii=False))
        verdict = "skipped" if result.skip_reason else "failed" if result.problems else "passed"
        _print_progress(f"{result.name}: {verdict}")
        for problem in result.problems:
            _print_progress(f"  {problem}")
    if as_page:
        for result in results:
            click.echo(f"| {' | '.join(_format_row(result, '<br>'))} |")
    elif not as_json:
        print_table(_COLUMNS, [_format_row(result) for result in results])
    sys.exit(any(result.problems for result in results))


if __name__ == "__main__":
    main()
