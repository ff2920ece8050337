"""Rules of the containers. import-linter sees imports only, so these tests read the wired providers, too."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dependency_injector import providers

from adapters.container import AdaptersContainer
from touchline.container import ApplicationContainer

ROOT = Path(__file__).parents[2]
CONTEXTS = ("channel", "billing", "catalog", "clips", "engagement", "analytics", "front")
CHANGES = {"add_args", "add_kwargs", "set_args", "set_kwargs", "override", "override_providers"}

PORTS = {
    "account_statuses": ("channel", {"billing", "clips"}),
    "purchase_notifications": ("channel", {"billing"}),
    "notifications": ("channel", {"catalog", "engagement"}),
    "slide_events": ("channel", {"catalog"}),
    "sale_catalog": ("billing", {"catalog"}),
    "get_followed_ids": ("catalog", {"engagement"}),
    "clip_playback": ("catalog", {"clips"}),
    "score_settings": ("catalog", {"engagement"}),
    "playback_log": ("catalog", {"analytics"}),
    "playback_evidence": ("billing", {"analytics"}),
    "share_games": ("billing", {"catalog"}),
    "watched_seconds": ("billing", {"channel", "analytics"}),
}
"""Ports that `front` implements with the facades of contexts above: the context that owns the port, and the
contexts that implement it. Decision 68 has the reason for each."""

SERVICES_FOR_FRONT = {
    "billing.refund_service",
    "billing.withdraw_products",
    "analytics.ad_caps",
    "analytics.count_live_viewers",
    "analytics.count_stream_viewers",
    "analytics.evidence_records",
    "analytics.get_event_audience",
    "analytics.get_evidence",
}
"""Services that `front` uses directly: those of billing need the catalog through a port, and analytics has no
facade.
"""


def read_layers() -> dict[str, int]:
    """Return the height of each context in the import contract `downhill`."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    [layers] = [contract["layers"] for contract in contracts if contract["id"] == "downhill"]
    heights = {
        module.strip().removeprefix("touchline."): height
        for height, layer in enumerate(reversed(layers))
        for module in layer.split("|")
    }
    return {context: heights[context] for context in CONTEXTS}


def compose() -> Any:
    """Return the application's container. Its providers are not called."""
    adapters = AdaptersContainer(settings=SimpleNamespace(), run_task=None, clock=None, secret=b"")
    return ApplicationContainer(settings=SimpleNamespace(), adapters=adapters)


def find_uses(application: Any, context: str) -> set[str]:
    """Return the providers of other contexts that a context's providers use, as `context.name`, and the
    application's ports that it uses.
    """
    names: dict[Any, str] = {
        provider: f"{owner}.{name}"
        for owner in CONTEXTS
        if owner != context
        for name, provider in getattr(application, owner).container.providers.items()
    }
    names |= {provider: name for name, provider in list_ports(application).items()}
    uses: set[str] = set()
    seen: set[Any] = set()
    pending = list(getattr(application, context).container.providers.values())
    while pending:
        provider = pending.pop()
        if provider in seen:
            continue
        seen.add(provider)
        if provider in names:
            uses.add(names[provider])
        elif isinstance(provider, providers.Self) and provider is not get_self_provider(application, context):
            uses.add("the application's container")
        else:
            pending += provider.related
    return uses


def get_self_provider(application: Any, context: str) -> Any:
    """Return the provider of a context's own container."""
    return getattr(application, context).container.__self__


def list_ports(application: Any) -> dict[str, Any]:
    """Return the application's own providers that `front` implements."""
    return {
        name: provider
        for name, provider in application.providers.items()
        if getattr(provider, "provides", None) is not None
        and str(getattr(provider.provides, "__module__", "")).startswith("touchline.front.")
    }


def find_facades(port: Any) -> set[str]:
    """Return the contexts whose facades a port's implementation gets."""
    return {find_context(argument) for argument in port.args}


def find_context(argument: Any) -> str:
    """Return the context of `contexts.<context>.facade.call()`, or of the provider of a facade that is made
    later, `contexts.<context>.facade`.
    """
    getter: Any = argument.provides if isinstance(argument, providers.MethodCaller) else argument
    return str(getter.provides.name)


def find_wrong_uses(application: Any) -> list[str]:
    """Return the uses that go up, or past a facade."""
    heights = read_layers()
    return [
        f"{context} uses {use}"
        for context in CONTEXTS
        for use in sorted(find_uses(application, context))
        if not is_allowed(context, use, heights)
    ]


def is_allowed(context: str, use: str, heights: dict[str, int]) -> bool:
    """Return whether a context may use this provider of another one, or this port."""
    owner, _, name = use.rpartition(".")
    if not owner:
        return use in PORTS and (context == PORTS[use][0] or context == "front")
    is_facade = name == "facade" or (context == "front" and use in SERVICES_FOR_FRONT)
    return is_facade and heights[owner] < heights[context]


def test_contexts_use_the_facades_of_contexts_below() -> None:
    assert find_wrong_uses(compose()) == []


def test_a_use_of_a_context_above_is_found() -> None:
    application = compose()
    application.billing.offer_queries.add_args(application.catalog.facade)
    application.clips.clip_admin.add_args(application.channel.accounts)
    assert find_wrong_uses(application) == [
        "billing uses catalog.facade",
        "clips uses channel.accounts",
    ]


def test_a_port_for_a_context_above_is_implemented_by_front() -> None:
    ports = list_ports(compose())
    assert {name: find_facades(port) for name, port in ports.items()} == {
        name: facades for name, (_, facades) in PORTS.items()
    }
    assert {port.provides.__module__.rpartition(".")[0] for port in ports.values()} == {
        "touchline.front.adapters"
    }


def test_every_port_needs_a_context_above() -> None:
    heights = read_layers()
    assert [
        name
        for name, (owner, facades) in PORTS.items()
        if all(heights[answering] <= heights[owner] for answering in facades)
    ] == []


def test_an_unlisted_port_is_found() -> None:
    application = compose()
    application.catalog.list_events.add_args(application.account_statuses)
    assert find_wrong_uses(application) == ["catalog uses account_statuses"]


def list_modules() -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules of the product, without tests."""
    for folder in (ROOT / "src", ROOT / "adapters"):
        for path in sorted(folder.rglob("*.py")):
            if "tests" not in path.parts and path.name != "conftest.py":
                yield path, ast.parse(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def modules() -> list[tuple[Path, ast.Module]]:
    """Return the modules of the product."""
    return list(list_modules())


@pytest.mark.parametrize("context", (*CONTEXTS, "demo"))
def test_a_context_has_one_container(modules: list[tuple[Path, ast.Module]], context: str) -> None:
    containers = [
        node.name
        for path, module in modules
        if path.is_relative_to(ROOT / "src/touchline" / context)
        for node in module.body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Container")
    ]
    assert containers == [f"{context.capitalize()}Container"]


def test_no_provider_is_named_by_a_string(modules: list[tuple[Path, ast.Module]]) -> None:
    """`Provide[BillingContainer.place_order]` lets an editor find the provider, a string does not."""
    assert [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Provide"
        if isinstance(node.slice, ast.Constant)
    ] == []


def test_no_provider_changes_after_its_definition(modules: list[tuple[Path, ast.Module]]) -> None:
    assert [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES
    ] == []


def test_a_function_with_dependencies_is_decorated_with_inject(
    modules: list[tuple[Path, ast.Module]],
) -> None:
    """The application wires modules that import `inject`, and only their decorated functions."""
    assert [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if any(
            isinstance(default, ast.Subscript)
            and isinstance(default.value, ast.Name)
            and default.value.id == "Provide"
            for default in (*node.args.defaults, *node.args.kw_defaults)
        )
        if not any(
            isinstance(decorator, ast.Name) and decorator.id == "inject" for decorator in node.decorator_list
        )
    ] == []
