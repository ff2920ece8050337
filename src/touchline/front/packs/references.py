"""What the files of a pack say about each other: keys that must exist, and keys that may not stand twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from touchline.front.packs.coupon_references import check_coupons
from touchline.front.packs.documents import Document
from touchline.front.packs.form_references import check_forms
from touchline.front.packs.layout import CHANNEL, LAYOUT
from touchline.front.packs.problems import Path, Problem, nearest
from touchline.front.packs.schemas.forms import CONTACTS

Documents = Mapping[str, Document]

# file, the way to the references in it (`*` = every entry), what they must name
REFERENCES: tuple[tuple[str, str, str], ...] = (
    ("menu.yaml", "*.page", "pages"),
    ("menu.yaml", "*.children.*.page", "pages"),
    ("menu.yaml", "*.children.*.children.*.page", "pages"),
    ("slides.yaml", "*.event", "events"),
    ("prerolls.yaml", "*.location", "locations"),
    ("prerolls.yaml", "*.categories.*", "categories"),
    ("participants.yaml", "*.group", "groups"),
    ("participants.yaml", "*.category", "categories"),
    ("participants.yaml", "*.children.*", "participants"),
    ("events.yaml", "*.away", "participants"),
    ("events.yaml", "*.home", "participants"),
    ("events.yaml", "*.category", "categories"),
    ("events.yaml", "*.location", "locations"),
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
# lists whose entries have keys: name → file and the way to the list
KEYED: dict[str, tuple[str, str]] = {
    name.removesuffix(".yaml"): (name, "") for name, kind in LAYOUT.items() if kind.many
} | {
    "library.categories": ("library.yaml", "categories"),
    "library.items": ("library.yaml", "items"),
    "library.rails": ("library.yaml", "rails"),
    "packages": ("packages.yaml", "packages"),
    "subscriptions": ("packages.yaml", "subscriptions"),
}
MENU_BELOW = ("*.children.*.key", "*.children.*.children.*.key")
_OWNERS = {"category": "categories", "participant": "participants", "group": "groups"}


def check_references(documents: Documents, page_keys: set[str]) -> Iterator[Problem]:
    """Every problem between the files."""
    known = {name: keys_of(documents, name) for name in KEYED} | {"pages": page_keys}
    for file, way in KEYED.values():
        if file in documents:
            yield from _twice(documents[file], way)
    for file, way, target in REFERENCES:
        if file in documents:
            yield from _unknown(documents[file], way, target, known[target])
    yield from _slide_owners(documents, known)
    yield from _group_properties(documents)
    yield from _home(documents, known["library.rails"])
    yield from _ad_hosts(documents)
    yield from check_forms(documents, known["forms"] | {CONTACTS})
    offers = {"package": known["packages"], "subscription": known["subscriptions"]}
    yield from check_coupons(documents.get("coupons.yaml"), offers)


def keys_of(documents: Documents, name: str) -> set[str]:
    """The keys that one list of the pack defines."""
    file, way = KEYED[name]
    if file not in documents:
        return set()
    return {str(value) for _, value in walk(documents[file].data, f"{way}.*.key".lstrip("."))}


def walk(value: Any, way: str, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All values at a way such as `items.*.key`, with the path of each; what does not fit is passed over."""
    if not way:
        yield path, value
        return
    step, _, rest = way.partition(".")
    if step == "*" and isinstance(value, list):
        for index, item in enumerate(value):
            yield from walk(item, rest, (*path, index))
    elif isinstance(value, Mapping) and value.get(step) is not None:
        yield from walk(value[step], rest, (*path, step))


def _twice(document: Document, way: str) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    ways = [f"{way}.*.key".lstrip("."), *(MENU_BELOW if document.file == "menu.yaml" else ())]
    for path, value in (found for one in ways for found in walk(document.data, one)):
        line = seen.setdefault(str(value), document.line(path))
        if line != document.line(path):
            yield document.problem(
                path, f"`{value}` is a key already, on line {line}", "give each its own key"
            )


def _unknown(document: Document, way: str, target: str, known: set[str]) -> Iterator[Problem]:
    file = KEYED[target][0] if target in KEYED else "pages/"
    for path, value in walk(document.data, way):
        if isinstance(value, str | int) and str(value) not in known:
            right = nearest(str(value), known, all_of=f"{file} has") or f"define it in {file}"
            yield document.problem(path, f"`{value}` is not a key in {file}", right)


def _slide_owners(documents: Documents, known: Mapping[str, set[str]]) -> Iterator[Problem]:
    slides = documents.get("slides.yaml")
    for path, slide in walk(slides.data, "*") if slides else ():
        if slides and isinstance(slide, Mapping) and slide.get("of") and slide.get("type") in _OWNERS:
            name, key = _OWNERS[slide["type"]], str(slide["of"])
            if key not in known[name]:
                right = nearest(key, known[name], all_of=f"{name}.yaml has")
                yield slides.problem((*path, "of"), f"`{key}` is not a key in {name}.yaml", right)


def _group_properties(documents: Documents) -> Iterator[Problem]:
    groups, properties = documents.get("groups.yaml"), documents.get("properties.yaml")
    if groups is None:
        return
    values = {
        str(one.get("key")): {str(value) for _, value in walk(one, "values.*.key")}
        for _, one in (walk(properties.data, "*") if properties else ())
        if isinstance(one, Mapping)
    }
    for path, said in walk(groups.data, "*.properties"):
        for name, value in said.items() if isinstance(said, Mapping) else ():
            if name not in values:
                right = nearest(name, values, all_of="properties.yaml has") or "define it in properties.yaml"
                yield groups.problem((*path, name), f"`{name}` is not a property", right)
            elif str(value) not in values[name]:
                right = nearest(str(value), values[name], all_of=f"the values of {name} are")
                yield groups.problem((*path, name), f"`{value}` is not a value of {name}", right)


def _home(documents: Documents, rails: set[str]) -> Iterator[Problem]:
    channel = documents[CHANNEL]
    blocks = channel.at(("static_blocks",))
    known = {"band": set(blocks) if isinstance(blocks, Mapping) else set(), "rail": rails}
    where = {"band": "static_blocks", "rail": "library.yaml, rails"}
    for path, value in walk(channel.data, "settings.home.*"):
        kind, _, key = str(value).partition(":")
        if kind in known and key and key not in known[kind]:
            right = nearest(key, known[kind], all_of="it has") or "define it there"
            yield channel.problem(path, f"`{key}` is not a key in {where[kind]}", right)


def _ad_hosts(documents: Documents) -> Iterator[Problem]:
    """A browser fetches ads from the hosts that the channel names, and from no other."""
    prerolls, channel = documents.get("prerolls.yaml"), documents[CHANNEL]
    named = [str(value) for _, value in walk(channel.data, "settings.ad_hosts.*")]
    for way in ("*.url", "*.vast"):
        for path, value in walk(prerolls.data, way) if prerolls else ():
            host = _host_of(str(value))
            if prerolls and host and not any(_covers(one, host) for one in named):
                right = f"add it to settings.ad_hosts in {CHANNEL}"
                yield prerolls.problem(path, f"`{host}` is not a host that ads may come from", right)


def _host_of(address: str) -> str:
    return urlsplit(address).netloc.lower() if address.startswith(("https://", "http://")) else ""


def _covers(named: str, host: str) -> bool:
    return host == named or (named.startswith("*.") and host.endswith(named[1:]))
