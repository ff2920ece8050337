"""The permissions that the sections and fields of the document require (docs/decisions/0069-roles.md)."""

from __future__ import annotations

from collections.abc import Mapping

from touchline.channel.domain.document.entries import EntryChange
from touchline.shared.permissions import Permission

_SECTION_PERMISSIONS: Mapping[str, Permission] = {
    "packages": Permission.EDIT_OFFERS,
    "subscriptions": Permission.EDIT_OFFERS,
    "coupons": Permission.EDIT_OFFERS,
    "channel": Permission.MANAGE_SETTINGS,
    "texts": Permission.MANAGE_SETTINGS,
    "routes": Permission.MANAGE_SETTINGS,
}
"""Sections that need another permission than `edit_content`."""
_PRICE_FIELDS: Mapping[str, frozenset[str]] = {
    "events": frozenset({"pass", "price"}),
    "library.items": frozenset({"pass"}),
}
"""Fields that decide who pays, by section. They also need `edit_offers`."""


def get_section_permission(section: str) -> Permission:
    """Return the permission to read and edit a section."""
    return _SECTION_PERMISSIONS.get(section, Permission.EDIT_CONTENT)


def get_price_fields(section: str) -> frozenset[str]:
    """Return the fields of a section that only operators with `edit_offers` may change."""
    return _PRICE_FIELDS.get(section, frozenset())


def get_merge_permission(section: str) -> Permission:
    """Return the permission to merge entries of a section. Passes cover categories."""
    return Permission.EDIT_OFFERS if section == "categories" else Permission.EDIT_CONTENT


def get_change_permissions(change: EntryChange) -> set[Permission]:
    """Return the permissions to make a change."""
    permissions = {get_section_permission(change.ref.section)}
    if get_price_fields(change.ref.section) & {field.path[0] for field in change.list_fields()}:
        permissions.add(Permission.EDIT_OFFERS)
    return permissions
