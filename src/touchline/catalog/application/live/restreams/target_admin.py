"""Administration of a channel's restream targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.catalog.domain.media.restreams import (
    MAX_TARGETS,
    TOO_MANY_TARGETS,
    UNREADABLE_KEY,
    RestreamService,
    RestreamTarget,
    find_target_errors,
)
from touchline.catalog.ports.media.restreams import KeyEncryption, RestreamTargets
from touchline.shared.clock import Clock
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError

_PURPOSE = "restream key"


class RestreamKeys:
    """Encrypts the keys of targets, and decrypts them to connect."""

    def __init__(self, encryption: KeyEncryption) -> None:
        self._encryption = encryption

    def encrypt(self, key: str) -> str:
        """Return the encrypted key, to store it."""
        return self._encryption.encrypt(_PURPOSE, key)

    def decrypt(self, target: RestreamTarget) -> str:
        """Return the key of a target. Raises `ValueError` if another deployment has encrypted it."""
        return self._encryption.decrypt(_PURPOSE, target.encrypted_key)


class RestreamTargetAdmin:
    """Use cases of owners. Each raises `NotFoundError` for a target of another channel."""

    def __init__(
        self, targets: RestreamTargets, keys: RestreamKeys, clock: Clock, allow_private: bool
    ) -> None:
        self._targets = targets
        self._keys = keys
        self._clock = clock
        self._allow_private = allow_private

    def list_all(self) -> Sequence[RestreamTarget]:
        """Return the targets, oldest first."""
        return self._targets.list_all()

    def create(
        self,
        *,
        name: str,
        service: RestreamService,
        server_url: str,
        key: str,
        is_always: bool = False,
    ) -> RestreamTarget:
        """Create a target. Raises `InvalidInputError`, or `RefusedError` if the channel has too many."""
        self._validate(name, server_url, key)
        if len(self._targets.list_all()) >= MAX_TARGETS:
            raise RefusedError(TOO_MANY_TARGETS.with_params(number=MAX_TARGETS))
        target = RestreamTarget(
            name=name,
            service=service,
            server_url=server_url,
            encrypted_key=self._keys.encrypt(key),
            is_always=is_always,
            created_at=self._clock.now(),
        )
        return self._targets.add(target)

    def update(self, target_id: int, changes: Mapping[str, Any]) -> RestreamTarget:
        """Change a target. Missing members stay unchanged, so the key needs not be entered again.

        A running restream connects again if server or key changed. A new server needs the key again: no
        server shall receive the key of another service by mistake.
        """
        target = self._get(target_id, for_update=True)
        name, key = changes.get("name", target.name), changes.get("key")
        server_url = changes.get("server_url", target.server_url)
        if server_url != target.server_url:
            key = key or ""
        self._validate(name, server_url, key)
        if key is not None:
            target.version += 1
            target.encrypted_key = self._keys.encrypt(key)
        target.name, target.server_url = name, server_url
        target.service = changes.get("service", target.service)
        target.is_always = changes.get("is_always", target.is_always)
        self._targets.save(target)
        return target

    def delete(self, target_id: int) -> None:
        """Delete a target. Running restreams to it end."""
        self._get(target_id, for_update=True)
        self._targets.delete(target_id)

    def reveal(self, target_id: int) -> str:
        """Return the key of a target. Raises `RefusedError` if it can no longer be decrypted."""
        try:
            return self._keys.decrypt(self._get(target_id))
        except ValueError:
            raise RefusedError(UNREADABLE_KEY) from None

    def _get(self, target_id: int, *, for_update: bool = False) -> RestreamTarget:
        target = self._targets.get(target_id, for_update=for_update)
        if target is None:
            raise NotFoundError
        return target

    def _validate(self, name: str, server_url: str, key: str | None) -> None:
        errors = find_target_errors(name, server_url, key, allow_private=self._allow_private)
        if errors:
            raise InvalidInputError(dict(errors))
