"""The interface of this context for other contexts and `front`. It returns plain values."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from touchline.channel.application.accounts.export_account import ExportAccount
from touchline.channel.application.accounts.form_protection import FormProtection
from touchline.channel.application.accounts.membership_service import AddedMembers as AddedMembers
from touchline.channel.application.accounts.membership_service import MemberRemoval as MemberRemoval
from touchline.channel.application.accounts.membership_service import MembershipService
from touchline.channel.application.accounts.rehearsal_viewers import RehearsalViewer as RehearsalViewer
from touchline.channel.application.accounts.rehearsal_viewers import RehearsalViewers
from touchline.channel.application.document.document_history import DocumentHistory
from touchline.channel.application.email.request_reply_emails import RequestReplyData as RequestReplyData
from touchline.channel.application.email.request_reply_emails import RequestReplyEmails
from touchline.channel.application.operators.authorization import AuthorizeOperator, CheckPermission
from touchline.channel.application.operators.takedowns import RecordTakedown
from touchline.channel.application.site.channel_packs import ApplyPack, EnsureChannel, ExportPack
from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.application.site.site_serializer import SiteSerializer
from touchline.channel.application.site.sponsor_queries import SponsorQueries
from touchline.channel.application.site.sponsor_queries import SponsorSummary as SponsorSummary
from touchline.channel.domain.accounts.member_addresses import AddressProblem as AddressProblem
from touchline.channel.domain.operators.roles import Role as Role
from touchline.channel.domain.operators.takedowns import TakedownAction as TakedownAction
from touchline.channel.domain.operators.takedowns import TakedownSubject as TakedownSubject
from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.encryption import Encryption
from touchline.channel.ports.accounts.memberships import Member as Member
from touchline.channel.ports.accounts.throttle import Limit
from touchline.channel.ports.email.mailer import Email as Email
from touchline.channel.ports.email.mailer import EmailRejectedError as EmailRejectedError
from touchline.channel.ports.operators.operators import Operator as Operator
from touchline.channel.ports.operators.operators import Operators
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.geo import Geo
from touchline.channel.ports.site.keys import Sessions
from touchline.channel.ports.webhook_endpoints.webhook_endpoints import WebhookEndpoints
from touchline.shared.clock import Clock
from touchline.shared.defaults import CONTACT_DAYS
from touchline.shared.geo import GeoRule
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.permissions import Permission
from touchline.shared.site_urls import SiteUrls
from touchline.shared.strings import normalize


@dataclass(frozen=True)
class ViewerProfile:
    """The data of a viewer that billing needs. `language` is one of the channel's languages."""

    email: str
    name: str
    language: str


@dataclass(frozen=True)
class ViewerDevice:
    """A device on which a viewer is logged in. `id` is its session."""

    id: SessionId
    name: str
    platform: str


@dataclass(frozen=True)
class ActiveSession:
    """A session that has not ended or expired. `account_id` is None for an anonymous visitor.

    `single_sign_on_at` is when an operator logged in through the provider of the team.
    """

    channel_id: ChannelId
    account_id: AccountId | None
    single_sign_on_at: datetime | None = None


@dataclass(frozen=True)
class ChannelDetails:
    """The data of a channel that other contexts need.

    `accent` is its color as `#rrggbb`, or empty. `contact_days` is the number of business days in which it
    reviews requests. `clips` is the pack's rules for clips. `renditions` is the pack's lists for `recordings`
    and `live` and its settings of the sound, which are absent if not set. `make_good` is the pack's policy
    for events that did not play, `blackouts` its blackouts. `calendar_domain` is the domain in the UIDs of
    its calendars. It never changes.
    """

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
    google_cast: bool = False
    clips: Mapping[str, Any] = field(default_factory=dict)
    calendar_domain: str = ""
    renditions: Mapping[str, Any] = field(default_factory=dict)
    make_good: Mapping[str, Any] = field(default_factory=dict)
    blackouts: Sequence[Mapping[str, Any]] = ()


class ChannelFacade:
    """Facade of the context, bound to the open transaction."""

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
        document_history: DocumentHistory,
        authorize_operator: AuthorizeOperator,
        check_permission: CheckPermission,
        operators: Operators,
        reply_emails: RequestReplyEmails,
        webhook_endpoints: WebhookEndpoints,
        encryption: Encryption,
        memberships: MembershipService,
        rehearsal_viewers: RehearsalViewers,
        sponsors: SponsorQueries,
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
        self.document_history = document_history
        self.authorize_operator = authorize_operator
        self.check_permission = check_permission
        self._operators = operators
        self.reply_emails = reply_emails
        self._webhook_endpoints = webhook_endpoints
        self.encryption = encryption
        self.memberships = memberships
        self.rehearsal_viewers = rehearsal_viewers
        self.sponsors = sponsors

    def get_current(self) -> ChannelDetails:
        """Return the channel of the current transaction."""
        return self._build_details(self._channels.get_current())

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """Return the profile of a viewer in the current channel, or None if the account is closed."""
        account = self._accounts.get(account_id)
        if account is None:
            return None
        channel = self._channels.get_current()
        language = account.language if account.language in channel.languages else channel.language
        return ViewerProfile(account.email, f"{account.first_name} {account.last_name}".strip(), language)

    def find_account_id(self, email: str) -> AccountId | None:
        """Return the account id for an email address in the current channel, or None."""
        account = self._accounts.get_by_email(normalize.email(email))
        return account.id if account else None

    def find_verified_account_id(self, email: str) -> AccountId | None:
        """Return the account that has verified an email address in the current channel, or None."""
        account = self._accounts.get_by_email(normalize.email(email))
        return account.id if account and account.email_verified else None

    def get_verified_address(self, account_id: AccountId) -> str | None:
        """Return the email address of an account if it is verified. None for a closed account."""
        account = self._accounts.get(account_id)
        return account.email if account and account.email_verified else None

    def list_operators(self, permission: Permission) -> Mapping[AccountId, str]:
        """Return the names of the operators with a permission, or their addresses if they have no name."""
        return {
            operator.account_id: operator.name or operator.email
            for operator in self._operators.list_all()
            if permission in operator.permissions
        }

    def get_operator(self, account_id: AccountId) -> Operator | None:
        """Return an operator with the role and the assigned events; None if the account is not one."""
        return self._operators.get(account_id)

    def count_failing_webhooks(self) -> int:
        """Return the number of webhook endpoints that fail or are paused. One query."""
        endpoints = self._webhook_endpoints.list_all()
        return sum(1 for endpoint in endpoints if endpoint.failing_since or endpoint.paused_at)

    def has_logo(self) -> bool:
        """Return whether the current channel has its own logo."""
        return self._channels.get_current().logo is not None

    def find_account_ids(self, search: str, limit: int) -> Sequence[AccountId]:
        """Return at most `limit` accounts, newest first, whose name or email address contains all words of
        `search`.
        """
        return self._accounts.find_ids(search)[:limit]

    def list_viewer_profiles(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, ViewerProfile]:
        """Return the profiles of the open accounts among some ids, by id. Runs one query."""
        return {
            account.id: ViewerProfile(account.email, account.name, account.language)
            for account in self._accounts.list_by_id(account_ids)
        }

    def get_channel(self, channel_id: ChannelId) -> ChannelDetails:
        """Return any channel of the deployment. Raises `NotFoundError`."""
        return self._build_details(self._channels.get(channel_id))

    def get_logo_url(self, channel_id: ChannelId) -> str | None:
        """Return the path of a channel's logo, which every site of the deployment serves."""
        return self.site_serializer.build_url(self._channels.get(channel_id).logo)

    def find_channel(self, slug: str) -> ChannelDetails | None:
        """Return the channel with a slug, or None."""
        existing_channel = self._channels.get_by_slug(slug)
        return self._build_details(existing_channel) if existing_channel else None

    def get_channel_for_host(self, host: str, name: str | None = None) -> ChannelDetails:
        """Return the channel of a host name. Raises `NotFoundError` if there is none.

        `name` is a channel slug, which is accepted only in development.
        """
        return self._build_details(self._find_channel(host, name))

    def list_channels(self) -> Sequence[ChannelDetails]:
        """List all channels, by slug."""
        return [self._build_details(channel) for channel in self._channels.list_all()]

    def list_ids_by_analytics_key(self) -> Mapping[str, ChannelId]:
        """Map the analytics keys in page requests to channel ids. Runs one small query."""
        return self._channels.list_ids_by_analytics_key()

    def negotiate_language(self, requested: str | None, accept_language: str | None) -> str:
        """Return the response language in the current channel."""
        return self._channels.get_current().negotiate_language(requested, accept_language)

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the country of a request (ISO 3166 alpha-2), or None if it is unknown."""
        return self._geo.get_country(ip, headers)

    def get_active_session(self, session_id: SessionId) -> ActiveSession | None:
        """Return the channel and account of a session, or None if it has ended or expired. Runs one query."""
        session = self._sessions.get(session_id)
        if session is None or not session.is_active(self._clock.now()):
            return None
        return ActiveSession(session.channel_id, session.account_id, session.single_sign_on_at)

    def list_active_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """Return the ids of the viewer's active sessions. Runs one query."""
        return frozenset(device.id for device in self.list_devices(account_id))

    def list_devices(self, account_id: AccountId) -> Sequence[ViewerDevice]:
        """Return the devices on which the viewer is logged in. Runs one query."""
        now = self._clock.now()
        return [
            ViewerDevice(session.id, session.name, session.platform)
            for session in self._sessions.list_open_for_account(account_id)
            if session.is_active(now)
        ]

    def is_robot_token_required(self) -> bool:
        """Return whether public forms require a robot check token."""
        return self._form_protection.is_token_required

    def verify_form_submission(
        self, form_name: str, max_per_hour: int, robot_token: str | None, ip: str
    ) -> None:
        """Check a submission of a public form for robots and for the rate limit, as at registration.

        Raises `InvalidInputError` (`robot_token`), `RateLimitedError`, or `UnavailableError`. Submissions are
        counted by `form_name` and network address. The check makes a network request, so call it before any
        write.
        """
        self._form_protection(Limit(form_name, max_per_hour, 3600), robot_token, ip)

    def export_account(self, account_id: AccountId) -> dict[str, Any]:
        """Return all data of this context about a viewer, for the viewer.

        Contains no hashes or secrets. Datetimes are timezone-aware. Raises `NotAuthenticatedError` if the
        account is closed.
        """
        return self._export_account(account_id)

    def get_startup_data(self, language: str) -> dict[str, Any]:
        """Return this context's part of the startup bundle in a language."""
        return self.site_serializer.get_startup_data(language)

    def ensure_channel(self, slug: str, name: str) -> ChannelId:
        """Return the id of a pack's channel, and create the channel if it does not exist.

        The transaction does not need a channel before this call.
        """
        return self._ensure_channel(slug, name)

    def apply_pack(self, part: Mapping[str, Any], ids: Mapping[str, Mapping[str, int]]) -> None:
        """Apply this context's part of a pack.

        `ids` maps kind (category, participant, group, event, location) → key → id for the items that slides
        and pre-rolls name.
        """
        self._apply_pack(part, ids)

    def export_pack(self) -> dict[str, Any]:
        """Return the part of a pack that recreates the current channel."""
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
            bool(channel.settings.get("google_cast")),
            channel.settings.get("clips") or {},
            channel.calendar_domain,
            channel.settings.get("renditions") or {},
            channel.settings.get("make_good") or {},
            channel.settings.get("blackouts") or (),
        )
