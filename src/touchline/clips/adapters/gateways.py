"""What clips ask other contexts, and the house's storage and addresses in their own words."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote, urlencode

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import (
    ANYBODY,
    CatalogFacade,
    NoSuchFile,
    Scope,
    Signs,
    Storage,
    StorageFull,
)
from touchline.catalog.facade import Footage as CatalogFootage
from touchline.catalog.facade import Piece as CatalogPiece
from touchline.channel.facade import ChannelFacade, TakedownAction, TakedownSubject
from touchline.clips.domain.folders import work_name
from touchline.clips.domain.footage import Footage, Piece, Rendition, Sound
from touchline.clips.domain.moderation import ClipPolicy, NamesPublic
from touchline.clips.domain.playlists import MASTER
from touchline.clips.ports.allowances import Allowance, Feature
from touchline.clips.ports.files import Gone, NoRoom, Signed
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId
from touchline.shared.network_addresses import counted_as
from touchline.shared.principal import Principal
from touchline.shared.together import together


class CatalogFootages:
    """`Footages` over the facade of the catalogue."""

    def __init__(self, catalog: CatalogFacade, channel: ChannelFacade) -> None:
        self._catalog = catalog
        self._channel = channel

    def of(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        """What the viewer may watch now."""
        return _in_our_words(self._catalog.footage(principal, event_id, media_id))

    def recorded(self, channel_id: ChannelId, event_id: EventId) -> Footage | None:
        """Asked for nobody, of a channel whose transaction is open."""
        nobody = Principal(channel_id, ANYBODY, None, self._channel.present().language, None)
        found = self._catalog.footage.recorded(nobody, event_id)
        return _in_our_words(found) if found else None

    def may_watch(self, principal: Principal, event_id: EventId) -> bool:
        """By the catalogue's rule of access."""
        return self._catalog.footage.may_watch(principal, event_id)

    def rights_kept(
        self, account_id: AccountId, moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        """By what the account bought."""
        return self._catalog.footage.rights_kept(account_id, moments)

    def region(self, principal: Principal, event_id: EventId) -> str | None:
        """By the channel's and the event's rules."""
        return self._catalog.footage.region(principal, event_id)

    def regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        """By the channel's and the events' rules."""
        return self._catalog.footage.regions(principal, event_ids)

    def rows(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, Mapping[str, Any]]:
        """Rows of the event list."""
        return self._catalog.event_rows(principal, event_ids)


class BillingAllowances:
    """`Allowances` over the facade of billing."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def of(self, account_id: AccountId, capability: str, feature: Feature) -> Allowance:
        """By what the viewer holds."""
        found = self._billing.allowance(account_id, capability, feature)
        return Allowance(found.allowed, found.most, found.since)


class ChannelNames:
    """Finds channels for commands; asked outside of any channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def ids(self) -> dict[str, ChannelId]:
        """The ids of all channels by their slugs."""
        return {one.slug: one.id for one in self._channel.all_channels()}


class ChannelRules:
    """`ChannelModeration` over the facade of the channel. `secret` keys the digests of reporters."""

    def __init__(self, channel: ChannelFacade, secret: bytes) -> None:
        self._channel = channel
        self._secret = secret

    def policy(self) -> ClipPolicy:
        """Read the pack's `settings: clips:`; absent values have their defaults."""
        said, default = self._channel.present().clips, ClipPolicy()
        return ClipPolicy(
            NamesPublic(said.get("names_public", default.names_public)),
            int(said.get("hide_after_reports", default.hide_after_reports)),
        )

    def reporter(self, account_id: AccountId | None, ip: str) -> str:
        """Digest the account's id, or the network for visitors without an account."""
        who = f"account-{account_id}" if account_id else f"network-{counted_as(ip)}"
        text = f"clip-reporter|{self._channel.present().id}|{who}"
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()

    def account_of(self, email: str) -> AccountId | None:
        """Ask for the account of an address."""
        return self._channel.account_of(email)

    def record(self, action: str, subject: str, subject_id: int, *, actor: str, reason: str) -> None:
        """Write to the channel's log."""
        self._channel.record_takedown(
            TakedownAction(action), TakedownSubject(subject), subject_id, actor=actor, reason=reason
        )


class KeptFiles:
    """`Files` over the storage of the house."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def gather(self, folder: str, links: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Links first: a playlist that is there names nothing that is not."""
        with _in_our_errors(), self._storage.workspace(f"{work_name(folder)}links") as workspace:
            together(lambda each: self._storage.link(each[1], f"{folder}/{each[0]}"), links.items())
            for number, (name, text) in enumerate(texts.items()):
                file = workspace / str(number)
                file.write_text(text, encoding="utf-8")
                self._storage.put(f"{folder}/{name}", file)

    def move(self, folder: str, to: str) -> None:
        """Link every file, then remove the old ones; files that are there already stay."""
        with _in_our_errors():
            keys = list(self._storage.list(f"{folder}/"))
            together(lambda key: self._storage.link(key, f"{to}/{key.removeprefix(f'{folder}/')}"), keys)
            self._storage.remove(f"{folder}/")

    def keep(self, key: str, file: Path) -> int:
        """A copy, renamed into its place."""
        with _in_our_errors():
            self._storage.put(key, file)
            return file.stat().st_size

    def publish(self, made: Path, folder: str) -> None:
        """By one rename."""
        with _in_our_errors():
            self._storage.publish(made, folder)

    def open(self, key: str) -> BinaryIO:
        """The bytes."""
        with _in_our_errors():
            return self._storage.open(key)

    def size(self, key: str) -> int | None:
        """From what storage knows."""
        try:
            return self._storage.stat(key).size
        except NoSuchFile:
            return None

    @contextmanager
    def on_disk(self, keys: Sequence[str]) -> Iterator[list[Path]]:
        """All of them at once."""
        with _in_our_errors(), ExitStack() as stack:
            yield together(lambda key: stack.enter_context(self._storage.as_path(key)), keys)

    @contextmanager
    def workspace(self, name: str) -> Iterator[Path]:
        """A workspace of the storage."""
        with _in_our_errors(), self._storage.workspace(name) as folder:
            yield folder

    def tidy(self, name_prefix: str) -> None:
        """Workspaces of dead makers."""
        self._storage.tidy(name_prefix)

    def folders(self, room: str) -> Iterator[str]:
        """From the keys."""
        return iter(sorted({"/".join(key.split("/")[:2]) for key in self._storage.list(f"{room}/")}))

    def remove(self, folder: str) -> None:
        """All below it, and the workspaces that are named after it."""
        self._storage.remove(f"{folder}/")
        self._storage.tidy(work_name(folder))


class SignedAddresses:
    """`Addresses`: signed as all media are; a shared clip's page stands on the channel's site."""

    def __init__(self, signs: Signs, channel: ChannelFacade) -> None:
        self._signs = signs
        self._channel = channel

    def play(
        self, folder: str, session_id: SessionId, region: str | None, share: str | None = None
    ) -> Signed:
        """Opens the play folder, and nothing beside it."""
        found = self._signs.address(f"{folder}/{MASTER}", session_id, Scope.FOLDER, region, share)
        return Signed(found.url, found.expires_at)

    def poster(self, key: str) -> str:
        """Opens one picture, for anybody."""
        return self._signs.address(key, ANYBODY, Scope.FILE).url

    def file(self, key: str, session_id: SessionId, region: str | None, filename: str) -> Signed:
        """Opens one file; `as` is the name that the browser gives it."""
        found = self._signs.address(key, session_id, Scope.FILE, region)
        return Signed(f"{found.url}?{urlencode({'as': filename}, quote_via=quote)}", found.expires_at)

    def share(self, clip_id: int, uuid: str) -> str:
        """On the channel's own site."""
        return f"{self._channel.present().site}/share/{clip_id}/{uuid}"


@contextmanager
def _in_our_errors() -> Iterator[None]:
    try:
        yield
    except NoSuchFile:
        raise Gone from None
    except StorageFull as full:
        raise NoRoom(str(full)) from full


def _pieces(found: Sequence[CatalogPiece]) -> tuple[Piece, ...]:
    return tuple(Piece(piece.key, piece.start_ms, piece.duration_ms, piece.take) for piece in found)


def _in_our_words(found: CatalogFootage) -> Footage:
    renditions = [
        Rendition(one.name, one.width, one.height, one.attributes, _pieces(one.pieces))
        for one in found.renditions
    ]
    sounds = [
        Sound(one.folder, one.name, one.language, one.is_default, _pieces(one.pieces)) for one in found.sounds
    ]
    return Footage(
        media_id=found.media_id,
        live=found.live,
        starts_ms=found.starts_ms,
        ends_ms=found.ends_ms,
        frame_rate=found.frame_rate,
        renditions=renditions,
        region=found.region,
        sounds=sounds,
        closed_captions=found.closed_captions,
    )
