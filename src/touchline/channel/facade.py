"""What other contexts and `front` may ask this one. Plain values back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from touchline.channel.application.accounts.export_account import ExportAccount
from touchline.channel.application.accounts.form_protection import FormProtection
from touchline.channel.application.operators.takedowns import RecordTakedown
from touchline.channel.application.site.channel_packs import ApplyPack, EnsureChannel, ExportPack
from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.application.site.site_serializer import SiteSerializer
from touchline.channel.domain.operators.takedowns import TakedownAction as TakedownAction
from touchline.channel.domain.operators.takedowns import TakedownSubject as TakedownSubject
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.throttle import Limit
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.geo import Geo
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.defaults import CONTACT_DAYS
from touchline.shared.geo import GeoRule
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.site_urls import SiteUrls
from touchline.shared.strings import normalize


@dataclass(frozen=True)
class ViewerProfile:
    """A viewer as those who sell must know them; `language` is one of the channel's."""

    email: str
    name: str
    language: str


@dataclass(frozen=True)
class ActiveSession:
    """A session that is neither ended nor expired; `account_id` None: of a visitor who did not log in."""

    channel_id: ChannelId
    account_id: AccountId | None


@dataclass(frozen=True)
class ChannelDetails:
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
    site_url: str = ""
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
        site_serializer: SiteSerializer,
        find: FindChannel,
        ensure_channel: EnsureChannel,
        apply: ApplyPack,
        export: ExportPack,
        geo: Geo,
        export_account: ExportAccount,
        accounts: Accounts,
        site_urls: SiteUrls,
        form_protection: FormProtection,
        record_takedown: RecordTakedown,
    ) -> None:
        self._channels = channels
        self._sessions = sessions
        self._clock = clock
        self._find_channel = find
        self._ensure_channel = ensure_channel
        self._apply_pack = apply
        self._export_pack = export
        self._geo = geo
        self._export_account = export_account
        self._accounts = accounts
        self._site_urls = site_urls
        self._form_protection = form_protection
        self.site_serializer = site_serializer
        self.record_takedown = record_takedown

    def get_current(self) -> ChannelDetails:
        """The channel that the present transaction is bound to."""
        return self._build_details(self._channels.get_current())

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """A viewer of the present channel; None for an account that was closed."""
        account = self._accounts.get(account_id)
        if account is None:
            return None
        channel = self._channels.get_current()
        language = account.language if account.language in channel.languages else channel.language
        return ViewerProfile(account.email, f"{account.first_name} {account.last_name}".strip(), language)

    def find_account_id(self, email: str) -> AccountId | None:
        """The viewer of an address in the present channel; None where there is none."""
        account = self._accounts.get_by_email(normalize.email(email))
        return account.id if account else None

    def find_channel(self, slug: str) -> ChannelDetails | None:
        """The channel of a slug."""
        found = self._channels.get_by_slug(slug)
        return self._build_details(found) if found else None

    def get_channel_for_host(self, host: str, name: str | None = None) -> ChannelDetails:
        """The channel that answers on a host name (`name`: in development, its slug); `NotFoundError`."""
        return self._build_details(self._find_channel(host, name))

    def list_channels(self) -> Sequence[ChannelDetails]:
        """Every channel, by slug."""
        return [self._build_details(channel) for channel in self._channels.list_all()]

    def list_ids_by_analytics_key(self) -> Mapping[str, ChannelId]:
        """The channels whose visits are counted, by the profile keys that their pages send. One small
        query."""
        return self._channels.list_ids_by_analytics_key()

    def negotiate_language(self, requested: str | None, accept_language: str | None) -> str:
        """The language in which to answer in the present channel."""
        return self._channels.get_current().negotiate_language(requested, accept_language)

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """From which country a request comes (ISO 3166 alpha-2); None when it cannot be known."""
        return self._geo.get_country(ip, headers)

    def get_active_session(self, session_id: SessionId) -> ActiveSession | None:
        """The channel and the viewer of a session; None for one that has ended or expired. One query."""
        session = self._sessions.get(session_id)
        if session is None or not session.is_active(self._clock.now()):
            return None
        return ActiveSession(session.channel_id, session.account_id)

    def list_active_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """The sessions in which a viewer is logged in now. One query."""
        now = self._clock.now()
        return frozenset(
            one.id for one in self._sessions.list_open_for_account(account_id) if one.is_active(now)
        )

    def is_robot_token_required(self) -> bool:
        """Whether forms that anybody may send want a token of the robot check."""
        return self._form_protection.is_token_required

    def verify_form_submission(
        self, form_name: str, max_per_hour: int, robot_token: str | None, ip: str
    ) -> None:
        """The door of a form that anybody may send, as at registration: nothing for a person who did not send
        too many; `InvalidInputError` (`robot_token`), `RateLimitedError`, `UnavailableError`. Tries are
        counted by `form_name` and address. It asks over the network, so it comes before anything is
        written."""
        self._form_protection(Limit(form_name, max_per_hour, 3600), robot_token, ip)

    def export_account(self, account_id: AccountId) -> dict[str, Any]:
        """Everything this context holds about a viewer, for the viewer: no hash, no secret; instants are
        aware. `NotAuthenticatedError` for an account that was closed."""
        return self._export_account(account_id)

    def get_startup_data(self, language: str) -> dict[str, Any]:
        """This context's keys of the start-up bundle, in a language."""
        return self.site_serializer.get_startup_data(language)

    def ensure_channel(self, slug: str, name: str) -> ChannelId:
        """The id of a pack's channel, which is made if it is new. Before it the transaction needs no
        channel."""
        return self._ensure_channel(slug, name)

    def apply_pack(self, part: Mapping[str, Any], ids: Mapping[str, Mapping[str, int]]) -> None:
        """Take this context's part of a pack; `ids` are kind (category, participant, group, event, location)
        → key → id of what slides and pre-rolls name."""
        self._apply_pack(part, ids)

    def export_pack(self) -> dict[str, Any]:
        """The part of a pack that would make the present channel again."""
        return self._export_pack()

    def _build_details(self, channel: Channel) -> ChannelDetails:
        return ChannelDetails(
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
            channel.get_site_url(self._site_urls),
            channel.colors.get("accent", ""),
            channel.settings.get("contact_days", CONTACT_DAYS),
            channel.settings.get("google_tag"),
            channel.settings.get("clips") or {},
            channel.calendar_domain,
            channel.settings.get("renditions") or {},
        )
