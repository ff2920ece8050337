"""What other contexts and `front` may ask this one. Plain values back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from touchline.channel.application.apply_pack import ApplyPack, ExportPack, OpenChannel
from touchline.channel.application.export_account import ExportAccount
from touchline.channel.application.find_channel import FindChannel
from touchline.channel.application.robots import FormDoor
from touchline.channel.application.site_answers import SiteAnswers
from touchline.channel.application.takedowns import RecordTakedown
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.takedowns import TakedownAction as TakedownAction
from touchline.channel.domain.takedowns import TakedownSubject as TakedownSubject
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.geo import Geo
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.throttle import Limit
from touchline.shared import normalize
from touchline.shared.clock import Clock
from touchline.shared.defaults import CONTACT_DAYS
from touchline.shared.geo import GeoRule
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.site_urls import SiteUrls


@dataclass(frozen=True)
class PersonFacts:
    """A viewer as those who sell must know them; `language` is one of the channel's."""

    email: str
    name: str
    language: str


@dataclass(frozen=True)
class OpenSession:
    """A session that is neither ended nor expired; `account_id` None: of a visitor who did not log in."""

    channel_id: ChannelId
    account_id: AccountId | None


@dataclass(frozen=True)
class ChannelFacts:
    """What others need to know of a channel; `accent` is its colour `#rrggbb`, empty where it has none;
    `contact_days` the business days in which it reviews requests; `clips` the
    pack's rules for clips; `renditions` the pack's lists for `recordings` and `live`, absent where it has
    none; `calendar_domain` the domain in the UIDs of its calendars, which never changes."""

    id: ChannelId
    slug: str
    name: str
    language: str
    languages: tuple[str, ...]
    currency: str
    time_zone: str
    domains: tuple[str, ...]
    geo: GeoRule
    ad_origins: tuple[str, ...] = ()
    site: str = ""
    accent: str = ""
    contact_days: int = CONTACT_DAYS
    google_tag: str | None = None
    clips: Mapping[str, Any] = field(default_factory=dict)
    calendar_domain: str = ""
    renditions: Mapping[str, Any] = field(default_factory=dict)


class ChannelFacade:
    """Questions about channels, for the transaction that is open."""

    def __init__(
        self,
        channels: Channels,
        sessions: Sessions,
        clock: Clock,
        answers: SiteAnswers,
        find: FindChannel,
        opened: OpenChannel,
        apply: ApplyPack,
        export: ExportPack,
        geo: Geo,
        exported: ExportAccount,
        accounts: Accounts,
        site_urls: SiteUrls,
        form_door: FormDoor,
        record_takedown: RecordTakedown,
    ) -> None:
        self._channels = channels
        self._sessions = sessions
        self._clock = clock
        self._find = find
        self._opened = opened
        self._apply = apply
        self._export = export
        self._geo = geo
        self._exported = exported
        self._accounts = accounts
        self._site_urls = site_urls
        self._form_door = form_door
        self.answers = answers
        self.record_takedown = record_takedown

    def present(self) -> ChannelFacts:
        """The channel that the present transaction is bound to."""
        return self._facts(self._channels.present())

    def person(self, account_id: AccountId) -> PersonFacts | None:
        """A viewer of the present channel; None for an account that was closed."""
        account = self._accounts.get(account_id)
        if account is None:
            return None
        channel = self._channels.present()
        language = account.language if account.language in channel.languages else channel.language
        return PersonFacts(account.email, f"{account.first_name} {account.last_name}".strip(), language)

    def account_of(self, email: str) -> AccountId | None:
        """The viewer of an address in the present channel; None where there is none."""
        account = self._accounts.by_email(normalize.email(email))
        return account.id if account else None

    def find_channel(self, slug: str) -> ChannelFacts | None:
        """The channel of a slug."""
        found = self._channels.by_slug(slug)
        return self._facts(found) if found else None

    def channel_for(self, host: str, name: str | None = None) -> ChannelFacts:
        """The channel that answers on a host name (`name`: in development, its slug); `NotFound`."""
        return self._facts(self._find(host, name))

    def all_channels(self) -> Sequence[ChannelFacts]:
        """Every channel, by slug."""
        return [self._facts(channel) for channel in self._channels.all()]

    def channel_ids_by_analytics_key(self) -> Mapping[str, ChannelId]:
        """The channels whose visits are counted, by the profile keys that their pages send. One small
        query."""
        return self._channels.by_analytics_key()

    def language_for(self, wanted: str | None, accept_language: str | None) -> str:
        """The language in which to answer in the present channel."""
        return self._channels.present().language_for(wanted, accept_language)

    def country_of(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """From which country a request comes (ISO 3166 alpha-2); None when it cannot be known."""
        return self._geo.country_of(ip, headers)

    def open_session(self, session_id: SessionId) -> OpenSession | None:
        """The channel and the viewer of a session; None for one that has ended or expired. One query."""
        session = self._sessions.get(session_id)
        if session is None or not session.active(self._clock.now()):
            return None
        return OpenSession(session.channel_id, session.account_id)

    def open_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """The sessions in which a viewer is logged in now. One query."""
        now = self._clock.now()
        return frozenset(one.id for one in self._sessions.of_account(account_id) if one.active(now))

    def robots_are_checked(self) -> bool:
        """Whether forms that anybody may send want a token of the robot check."""
        return self._form_door.asks

    def let_in(self, form: str, times_an_hour: int, robot_token: str | None, ip: str) -> None:
        """The door of a form that anybody may send, as at registration: nothing for a person who did not send
        too many; `Invalid` (`robot_token`), `Throttled`, `Unavailable`. Tries are counted by `form` and
        address. It asks over the network, so it comes before anything is written."""
        self._form_door(Limit(form, times_an_hour, 3600), robot_token, ip)

    def export_account(self, account_id: AccountId) -> dict[str, Any]:
        """Everything this context holds about a viewer, for the viewer: no hash, no secret; instants are
        aware. `NotLoggedIn` for an account that was closed."""
        return self._exported(account_id)

    def start(self, language: str) -> dict[str, Any]:
        """This context's keys of the start-up bundle, in a language."""
        return self.answers.start(language)

    def open_channel(self, slug: str, name: str) -> ChannelId:
        """The id of a pack's channel, which is made if it is new. Before it the transaction needs no
        channel."""
        return self._opened(slug, name)

    def apply_pack(self, part: Mapping[str, Any], ids: Mapping[str, Mapping[str, int]]) -> None:
        """Take this context's part of a pack; `ids` are kind (category, participant, group, event, location)
        → key → id of what slides and pre-rolls name."""
        self._apply(part, ids)

    def export_pack(self) -> dict[str, Any]:
        """The part of a pack that would make the present channel again."""
        return self._export()

    def _facts(self, channel: Channel) -> ChannelFacts:
        return ChannelFacts(
            channel.id,
            channel.slug,
            channel.name,
            channel.language,
            channel.languages,
            channel.currency,
            channel.time_zone,
            channel.domains,
            channel.geo,
            channel.ad_origins,
            channel.site(self._site_urls),
            channel.colors.get("accent", ""),
            channel.settings.get("contact_days", CONTACT_DAYS),
            channel.settings.get("google_tag"),
            channel.settings.get("clips") or {},
            channel.calendar_domain,
            channel.settings.get("renditions") or {},
        )
