"""Administration of a channel's restream targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.catalog.domain.media.restreams import (
    MAX_TARGETS,
    SECRETS_REQUIRED,
    TOO_MANY_TARGETS,
    UNREADABLE_KEY,
    RestreamService,
    RestreamTarget,
    TargetSecrets,
    find_target_errors,
    is_srt,
)
from touchline.catalog.ports.media.restreams import KeyEncryption, RestreamTargets
from touchline.shared.clock import Clock
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError

_PURPOSE = "restream key"
_SEPARATOR = "\0"


class RestreamKeys:
    """Encrypts the secrets of targets, and decrypts them to connect."""

    def __init__(self, encryption: KeyEncryption) -> None:
        self._encryption = encryption

    def encrypt(self, secrets: TargetSecrets) -> str:
        """Return the encrypted secrets, to store them."""
        text = secrets.key + (_SEPARATOR + secrets.passphrase if secrets.passphrase else "")
        return self._encryption.encrypt(_PURPOSE, text)

    def decrypt(self, target: RestreamTarget) -> TargetSecrets:
        """Return the secrets of a target. Raises `ValueError` if another deployment has encrypted them."""
        key, _, passphrase = self._encryption.decrypt(_PURPOSE, target.encrypted_key).partition(_SEPARATOR)
        return TargetSecrets(key, passphrase)


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
        passphrase: str = "",
        is_always: bool = False,
    ) -> RestreamTarget:
        """Create a target. Raises `InvalidInputError`, or `RefusedError` if the channel has too many."""
        secrets = TargetSecrets(key, passphrase)
        self._validate(name, server_url, secrets)
        if len(self._targets.list_all()) >= MAX_TARGETS:
            raise RefusedError(TOO_MANY_TARGETS.with_params(number=MAX_TARGETS))
        target = RestreamTarget(
            name=name,
            service=service,
            server_url=server_url,
            encrypted_key=self._keys.encrypt(secrets),
            is_always=is_always,
            created_at=self._clock.now(),
        )
        return self._targets.add(target)

    def update(self, target_id: int, changes: Mapping[str, Any]) -> RestreamTarget:
        """Change a target. Missing members stay unchanged, so the secrets need not be entered again.

        `key` and `passphrase` are replaced together. A running restream connects again if they or the server
        changed. A new server needs them again: no server shall receive those of another by mistake.

        Raises `InvalidInputError`, and `NotFoundError`.
        """
        target = self._get(target_id, for_update=True)
        name, server_url = changes.get("name", target.name), changes.get("server_url", target.server_url)
        secrets = None
        if "key" in changes or "passphrase" in changes:
            secrets = TargetSecrets(changes.get("key", ""), changes.get("passphrase", ""))
        elif server_url != target.server_url:
            secrets = TargetSecrets("")
        self._validate(name, server_url, secrets)
        if secrets == TargetSecrets("") and is_srt(server_url) and server_url != target.server_url:
            raise InvalidInputError({"key": [SECRETS_REQUIRED]})
        if secrets is not None:
            target.version += 1
            target.encrypted_key = self._keys.encrypt(secrets)
        target.name, target.server_url = name, server_url
        target.service = changes.get("service", target.service)
        target.is_always = changes.get("is_always", target.is_always)
        self._targets.save(target)
        return target

    def delete(self, target_id: int) -> None:
        """Delete a target. Running restreams to it end."""
        self._get(target_id, for_update=True)
        self._targets.delete(target_id)

    def reveal(self, target_id: int) -> TargetSecrets:
        """Return the secrets of a target. Raises `RefusedError` if they can no longer be decrypted."""
        try:
            return self._keys.decrypt(self._get(target_id))
        except ValueError:
            raise RefusedError(UNREADABLE_KEY) from None

    def _get(self, target_id: int, *, for_update: bool = False) -> RestreamTarget:
        target = self._targets.get(target_id, for_update=for_update)
        if target is None:
            raise NotFoundError
        return target

    def _validate(self, name: str, server_url: str, secrets: TargetSecrets | None) -> None:
        errors = find_target_errors(name, server_url, secrets, allow_private=self._allow_private)
        if errors:
            raise InvalidInputError(dict(errors))
