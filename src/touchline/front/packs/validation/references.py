"""Checks references between the files of a pack: keys must exist, and must not be duplicated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from touchline.front.packs.layout import CHANNEL_FILE, LAYOUT
from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem, ValuePath, suggest
from touchline.front.packs.schemas.forms import CONTACT_FORM
from touchline.front.packs.validation.coupon_references import check_coupon_references
from touchline.front.packs.validation.form_references import check_form_links

Documents = Mapping[str, Document]

# file, path of its references (`*` = every entry), what they must refer to
REFERENCES: tuple[tuple[str, str, str], ...] = (
    ("menu.yaml", "*.page", "pages"),
    ("menu.yaml", "*.children.*.page", "pages"),
    ("menu.yaml", "*.children.*.children.*.page", "pages"),
    ("slides.yaml", "*.event", "events"),
    ("prerolls.yaml", "*.location", "locations"),
    ("prerolls.yaml", "*.categories.*", "categories"),
    ("prerolls.yaml", "*.sponsor", "sponsors"),
    ("participants.yaml", "*.group", "groups"),
    ("participants.yaml", "*.category", "categories"),
    ("participants.yaml", "*.children.*", "participants"),
    ("events.yaml", "*.away", "participants"),
    ("events.yaml", "*.home", "participants"),
    ("events.yaml", "*.category", "categories"),
    ("events.yaml", "*.location", "locations"),
    ("events.yaml", "*.prerolls.*", "prerolls"),
    ("events.yaml", "*.demo_footage", "footage"),
    ("events.yaml", "*.demo_live", "footage"),
    ("library.yaml", "items.*.categories.*", "library.categories"),
    ("library.yaml", "items.*.demo_footage", "footage"),
    ("library.yaml", "rails.*.items.*", "library.items"),
    ("library.yaml", "rails.*.category", "library.categories"),
    ("packages.yaml", "packages.*.categories.*", "categories"),
    ("footage.yaml", "*.away", "groups"),
    ("footage.yaml", "*.home", "groups"),
)
# lists whose entries have keys: name → file and path of the list
KEYED_LISTS: dict[str, tuple[str, str]] = {
    name.removesuffix(".yaml"): (name, "") for name, kind in LAYOUT.items() if kind.is_list
} | {
    "library.categories": ("library.yaml", "categories"),
    "library.items": ("library.yaml", "items"),
    "library.rails": ("library.yaml", "rails"),
    "packages": ("packages.yaml", "packages"),
    "subscriptions": ("packages.yaml", "subscriptions"),
}
SUBMENU_KEYS = ("*.children.*.key", "*.children.*.children.*.key")
SLIDE_OWNERS = {"category": "categories", "participant": "participants", "group": "groups"}


def check_references(documents: Documents, page_keys: set[str]) -> Iterator[Problem]:
    """Yield every problem between the files."""
    known_keys = {name: collect_keys(documents, name) for name in KEYED_LISTS} | {"pages": page_keys}
    for file, pattern in KEYED_LISTS.values():
        if file in documents:
            yield from _check_duplicate_keys(documents[file], pattern)
    for file, pattern, target in REFERENCES:
        if file in documents:
            yield from _check_unknown_keys(documents[file], pattern, target, known_keys[target])
    yield from _check_slide_owners(documents, known_keys)
    yield from _check_group_properties(documents)
    yield from _check_home_sections(documents, known_keys["library.rails"])
    yield from _check_ad_hosts(documents)
    yield from check_form_links(documents, known_keys["forms"] | {CONTACT_FORM})
    offers = {"package": known_keys["packages"], "subscription": known_keys["subscriptions"]}
    yield from check_coupon_references(documents.get("coupons.yaml"), offers)


def collect_keys(documents: Documents, name: str) -> set[str]:
    """Return the keys that one list of the pack defines."""
    file, pattern = KEYED_LISTS[name]
    if file not in documents:
        return set()
    return {str(value) for _, value in iter_values(documents[file].data, f"{pattern}.*.key".lstrip("."))}


def iter_values(value: Any, pattern: str, path: ValuePath = ()) -> Iterator[tuple[ValuePath, Any]]:
    """Yield all values at a pattern such as `items.*.key`, with the path of each. Skips what does not
    match."""
    if not pattern:
        yield path, value
        return
    step, _, rest = pattern.partition(".")
    if step == "*" and isinstance(value, list):
        for index, item in enumerate(value):
            yield from iter_values(item, rest, (*path, index))
    elif isinstance(value, Mapping) and value.get(step) is not None:
        yield from iter_values(value[step], rest, (*path, step))


def _check_duplicate_keys(document: Document, pattern: str) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    patterns = [f"{pattern}.*.key".lstrip("."), *(SUBMENU_KEYS if document.file == "menu.yaml" else ())]
    for path, value in (
        found for key_pattern in patterns for found in iter_values(document.data, key_pattern)
    ):
        line = seen.setdefault(str(value), document.get_line(path))
        if line != document.get_line(path):
            yield document.build_problem(
                path, f"`{value}` is already used on line {line}", "choose a unique key"
            )


def _check_unknown_keys(document: Document, pattern: str, target: str, known: set[str]) -> Iterator[Problem]:
    file = KEYED_LISTS[target][0] if target in KEYED_LISTS else "pages/"
    for path, value in iter_values(document.data, pattern):
        if isinstance(value, str | int) and str(value) not in known:
            hint = suggest(str(value), known, all_of=f"{file} has") or f"define it in {file}"
            yield document.build_problem(path, f"`{value}` is not a key in {file}", hint)


def _check_slide_owners(documents: Documents, known: Mapping[str, set[str]]) -> Iterator[Problem]:
    slides = documents.get("slides.yaml")
    for path, slide in iter_values(slides.data, "*") if slides else ():
        if slides and isinstance(slide, Mapping) and slide.get("of") and slide.get("type") in SLIDE_OWNERS:
            name, key = SLIDE_OWNERS[slide["type"]], str(slide["of"])
            if key not in known[name]:
                hint = suggest(key, known[name], all_of=f"{name}.yaml has")
                yield slides.build_problem((*path, "of"), f"`{key}` is not a key in {name}.yaml", hint)


def _check_group_properties(documents: Documents) -> Iterator[Problem]:
    groups, properties = documents.get("groups.yaml"), documents.get("properties.yaml")
    if groups is None:
        return
    values = {
        str(group_property.get("key")): {
            str(value) for _, value in iter_values(group_property, "values.*.key")
        }
        for _, group_property in (iter_values(properties.data, "*") if properties else ())
        if isinstance(group_property, Mapping)
    }
    for path, assigned in iter_values(groups.data, "*.properties"):
        for name, value in assigned.items() if isinstance(assigned, Mapping) else ():
            if name not in values:
                hint = suggest(name, values, all_of="properties.yaml has") or "define it in properties.yaml"
                yield groups.build_problem((*path, name), f"`{name}` is not a property", hint)
            elif str(value) not in values[name]:
                hint = suggest(str(value), values[name], all_of=f"the values of {name} are")
                yield groups.build_problem((*path, name), f"`{value}` is not a value of {name}", hint)


def _check_home_sections(documents: Documents, rails: set[str]) -> Iterator[Problem]:
    channel = documents[CHANNEL_FILE]
    blocks = channel.get(("static_blocks",))
    known_keys = {"band": set(blocks) if isinstance(blocks, Mapping) else set(), "rail": rails}
    sources = {"band": "static_blocks", "rail": "library.yaml, rails"}
    for path, value in iter_values(channel.data, "settings.home.*"):
        kind, _, key = str(value).partition(":")
        if kind in known_keys and key and key not in known_keys[kind]:
            hint = suggest(key, known_keys[kind], all_of="it has") or "define it there"
            yield channel.build_problem(path, f"`{key}` is not a key in {sources[kind]}", hint)


def _check_ad_hosts(documents: Documents) -> Iterator[Problem]:
    """Yield a problem for each ad from a host that the channel does not list. Browsers load ads only from
    those.
    """
    prerolls, channel = documents.get("prerolls.yaml"), documents[CHANNEL_FILE]
    allowed = [str(value) for _, value in iter_values(channel.data, "settings.ad_hosts.*")]
    for pattern in ("*.url", "*.vast"):
        for path, value in iter_values(prerolls.data, pattern) if prerolls else ():
            host = _get_host(str(value))
            if prerolls and host and not any(_matches_host(allowed_host, host) for allowed_host in allowed):
                hint = f"add it to settings.ad_hosts in {CHANNEL_FILE}"
                yield prerolls.build_problem(path, f"`{host}` is not an allowed ad host", hint)


def _get_host(url: str) -> str:
    return urlsplit(url).netloc.lower() if url.startswith(("https://", "http://")) else ""


def _matches_host(allowed_host: str, host: str) -> bool:
    return host == allowed_host or (allowed_host.startswith("*.") and host.endswith(allowed_host[1:]))
