"""Measures the matrix of live streams, and prints it as a table: `python -m contracts.nightly.live_matrix
[--json] [WORD…]`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from adapters.ingest.tests.certificates import write_certificate
from contracts.nightly.faults.deployment import Deployment, run_deployment
from contracts.nightly.faults.request_log import ACTIONS, BrowserClient, RequestLog
from contracts.nightly.faults.viewer_journeys import PASSWORD, request_api_key
from contracts.nightly.live_matrix.cases import Kill, MatrixCase, Protocol, draw_sent, select_cases
from contracts.nightly.live_matrix.encoders import Encoder, FfmpegEncoder
from contracts.nightly.live_matrix.machines import IngestMachines
from contracts.nightly.live_matrix.measure import MatrixEnvironment, MatrixResult, measure_case
from contracts.nightly.live_matrix.phone import PhoneEncoder
from touchline.platform.cli.commands import ProgressBar, json_option
from touchline.platform.cli.tables import print_table, print_text

CHANNEL = "matrix"
_PARALLEL_CASES = 3
_OPERATOR = "operator@example.com"
_COLUMNS = ("", "way in", "fault", "dark s", "allowed s", "sent s", "recorded s", "a/v ms")


@click.command()
@click.argument("words", nargs=-1, metavar="[WORD]…")
@json_option
def main(words: Sequence[str], as_json: bool) -> None:
    """Measure each case whose name contains one of the words, or all. Exit code 1: a promise was not kept."""
    cases = select_cases(words)
    if not cases:
        raise click.UsageError("No case has such a name.")
    results = []
    with ProgressBar("live matrix", hidden=as_json) as bar:
        for result in run_matrix(cases):
            results.append(result)
            bar.update(len(results) / len(cases), f"{result.protocol}: {result.fault}")
    order = [case.name for case in cases]
    results.sort(key=lambda result: order.index(f"{result.protocol}: {result.fault}"))
    if as_json:
        click.echo(json.dumps([asdict(result) | {"passed": result.passed} for result in results]))
    else:
        _print_results(results)
    sys.exit(0 if all(result.passed for result in results) else 1)


def run_matrix(cases: Sequence[MatrixCase]) -> Iterator[MatrixResult]:
    """Yield the result of each case. Cases that kill something run alone, because it serves all streams."""
    cases = sorted(cases, key=lambda case: list(Kill).index(case.fault.kill))
    calm_cases = [case for case in cases if case.fault.kill is Kill.NOTHING]
    events = {case.name: f"game-{number}" for number, case in enumerate(cases)}
    with run_site(events.values()) as environment:
        for case in cases:
            draw_sent(case.fault.first, environment.videos)
            draw_sent(case.fault.second or case.fault.first, environment.videos)
        with ThreadPoolExecutor(_PARALLEL_CASES) as pool:
            pending = [pool.submit(_run, case, events[case.name], environment) for case in calm_cases]
            yield from (future.result() for future in as_completed(pending))
        for case in cases:
            if case not in calm_cases:
                yield _run(case, events[case.name], environment)


@contextmanager
def run_site(events: Iterable[str]) -> Iterator[MatrixEnvironment]:
    """Run a deployment with a channel that has these events, and with a second ingest process."""
    with ExitStack() as exit_stack:
        folder = Path(exit_stack.enter_context(tempfile.TemporaryDirectory(prefix="live-matrix-")))
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        write_certificate(certificate, key)
        settings = {
            "TOUCHLINE_DEFAULT_CHANNEL": CHANNEL,
            "TOUCHLINE_INGEST_CERTIFICATE": str(certificate),
            "TOUCHLINE_INGEST_CERTIFICATE_KEY": str(key),
            "TOUCHLINE_LIVE_TRANSCODE": "true",
        }
        deployment = exit_stack.enter_context(run_deployment(settings=settings, is_seeded=False))
        _apply_channel(deployment, folder, list(events))

        operator_key = register_operator(deployment)

        def create_encoder(case: MatrixCase, event: str) -> Encoder:
            if case.protocol is Protocol.PHONE:
                url = f"http://127.0.0.1:{deployment.port}/api/studio/events/{event}/camera"
                return PhoneEncoder(url, operator_key, folder)
            stream = json.loads(deployment.run_command("streams", "open", event, "--json"))
            address = f"{stream['server']}/{stream['key']}"
            if case.protocol is Protocol.RTMP:
                address = address.replace("rtmps:", "rtmp:")
            return FfmpegEncoder(
                stream["srt"] if case.protocol is Protocol.SRT else address, folder / f"{event}.log"
            )

        machines = IngestMachines(deployment)
        exit_stack.callback(machines.close)
        yield MatrixEnvironment(deployment, folder, create_encoder, machines.kill)


def register_operator(deployment: Deployment) -> str:
    """Return the API key of an account that may manage streams."""
    browser = BrowserClient(deployment.port, RequestLog())
    if not request_api_key(browser):
        raise RuntimeError("the site refuses an API key")
    form: dict[str, Any] = {
        "first_name": "Ada",
        "last_name": "Operator",
        "email": _OPERATOR,
        "accept_terms": True,
    }
    passwords: dict[str, Any] = {"password": PASSWORD, "password_confirmation": PASSWORD}
    response = browser.post(ACTIONS, "/v2/auth/register", **form, **passwords)
    if response is None:
        raise RuntimeError("the site refuses the operator's registration")
    deployment.run_command("operators", "add", _OPERATOR, "--role", "owner", "--allow-unverified")
    return str(response["data"]["api_key"])


def _apply_channel(deployment: Deployment, folder: Path, events: Sequence[str]) -> None:
    pack = folder / "pack"
    pack.mkdir()
    games = [
        f"- {{key: {event}, name: {event}, category: hockey, starts: now -1m, duration: 8h, pass: free}}\n"
        for event in events
    ]
    files = {
        "channel": f"slug: {CHANNEL}\nname: {CHANNEL}\ndomains: [{CHANNEL}.localhost]\n",
        "categories": "- {key: hockey, name: Hockey, sport: hockey}\n",
        "events": "".join(games),
    }
    for name, text in files.items():
        (pack / f"{name}.yaml").write_text(text)
    deployment.run_command("channels", "apply", str(pack))


def _run(case: MatrixCase, event: str, environment: MatrixEnvironment) -> MatrixResult:
    try:
        return measure_case(case, event, environment)
    except Exception as failure:
        return MatrixResult(case.protocol, case.fault.name, (f"{type(failure).__name__}: {failure}",))


def _print_results(results: Sequence[MatrixResult]) -> None:
    print_table(_COLUMNS, [_format_result(result) for result in results], right_aligned=range(3, 8))
    for result in results:
        for failure in result.failures:
            print_text(f"{result.protocol}: {result.fault}: {failure}")
    print_text(f"{sum(result.passed for result in results)} of {len(results)} passed.")


def _format_result(result: MatrixResult) -> tuple[str, ...]:
    values = (
        result.dark_seconds,
        result.max_dark_seconds,
        result.sent_seconds,
        result.recorded_seconds,
        result.offset_ms,
    )
    return (
        "passed" if result.passed else "failed",
        result.protocol,
        result.fault,
        *(f"{value:.1f}" for value in values),
    )


if __name__ == "__main__":
    main()
