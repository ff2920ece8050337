"""Providers of context `channel`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.channel.accounts_container import Accounts
from touchline.channel.adapters.argon2_passwords import Argon2Passwords
from touchline.channel.adapters.authenticator import PyotpAuthenticator
from touchline.channel.adapters.breached_passwords import CommonPasswords
from touchline.channel.adapters.http.principals import KeyHolders
from touchline.channel.adapters.prose import MarkdownProse
from touchline.channel.adapters.seal import FernetSeal
from touchline.channel.adapters.sql.accounts import SqlAccounts
from touchline.channel.adapters.sql.channels import SqlChannels
from touchline.channel.adapters.sql.contents import SqlContents
from touchline.channel.adapters.sql.door import SqlDoor
from touchline.channel.adapters.sql.keys import SqlChannelKeys, SqlNoteSeen, SqlSessions
from touchline.channel.adapters.sql.once import (
    SqlDeviceGrants,
    SqlRecoveryCodes,
    SqlSocialAttempts,
    SqlSpentTokens,
)
from touchline.channel.adapters.sql.operators import SqlOperators
from touchline.channel.adapters.sql.takedowns import SqlTakedowns
from touchline.channel.adapters.user_agents import ParsedUserAgents
from touchline.channel.application.apply_pack import ApplyPack, ExportPack, OpenChannel
from touchline.channel.application.entering import Enter
from touchline.channel.application.find_channel import FindChannel
from touchline.channel.application.forgetting import ForgetWhatIsOver
from touchline.channel.application.guess_limits import GuessLimiter
from touchline.channel.application.keys import (
    ChannelBehindKey,
    FindPrincipal,
    ForgetSessions,
    GiveApiKey,
    ShowChannelKey,
)
from touchline.channel.application.new_passwords import NewPasswords
from touchline.channel.application.opening import OpenAccount
from touchline.channel.application.operators import IsOperator
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.application.robots import FormDoor, RefuseRobots
from touchline.channel.application.second_factor import SecondFactorCodes, SecondFactorDoor
from touchline.channel.application.site_answers import SiteAnswers
from touchline.channel.application.takedowns import RecordTakedown
from touchline.channel.application.users import UserAnswers
from touchline.channel.closing_container import Closing
from touchline.channel.desk_container import Desk
from touchline.channel.devices_container import Devices
from touchline.channel.domain.known_devices import KnownDeviceTokens
from touchline.channel.domain.links import Links
from touchline.channel.facade import ChannelFacade
from touchline.channel.letters_container import Letters
from touchline.channel.ports.throttle import Limit
from touchline.channel.social_container import Social
from touchline.platform.throttle import SlidingWindows, in_memory, in_redis


class Channel(containers.DeclarativeContainer):
    """Everything `channel` makes. Ids for `Provide["channel.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    open_files = providers.Dependency()
    geo = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    post = providers.Dependency()
    standings = providers.Dependency()
    purchases = providers.Dependency()
    news = providers.Dependency()
    social_providers = providers.Dependency()
    robot_check = providers.Dependency()

    channels = providers.Singleton(SqlChannels, session)
    contents = providers.Singleton(SqlContents, session)
    channel_keys = providers.Singleton(SqlChannelKeys, session, clock)
    sessions = providers.Singleton(SqlSessions, session, announce)
    prose = providers.Singleton(MarkdownProse)

    find_channel = providers.Singleton(
        FindChannel, channels, settings.provided.default_channel, settings.provided.development
    )
    show_channel_key = providers.Singleton(ShowChannelKey, channel_keys, secret)
    channel_behind_key = providers.Singleton(ChannelBehindKey, channel_keys, channels)
    give_api_key = providers.Singleton(GiveApiKey, sessions, clock)
    forget_sessions = providers.Singleton(ForgetSessions, sessions, clock)
    note_seen = providers.Singleton(SqlNoteSeen, database)
    find_principal = providers.Singleton(FindPrincipal, sessions, note_seen, channels, geo, clock)
    principals = providers.Singleton(KeyHolders, find_principal)
    door = providers.Singleton(SqlDoor, database.provided.questions, geo.provider, clock.provider)
    site_answers = providers.Singleton(SiteAnswers, channels, contents, open_files.provided.url)
    open_channel = providers.Singleton(OpenChannel, channels, show_channel_key)
    apply_pack = providers.Singleton(ApplyPack, channels, contents, prose)
    export_pack = providers.Singleton(ExportPack, channels, contents)

    kept_accounts = providers.Singleton(SqlAccounts, session, clock)
    recovery_codes = providers.Singleton(SqlRecoveryCodes, session)
    operators = providers.Singleton(SqlOperators, session)
    takedowns = providers.Singleton(SqlTakedowns, session)
    record_takedown = providers.Singleton(RecordTakedown, takedowns, clock)
    is_operator = providers.Singleton(IsOperator, operators)
    spent_tokens = providers.Singleton(SqlSpentTokens, session)
    social_attempts = providers.Singleton(SqlSocialAttempts, session)
    device_grants = providers.Singleton(SqlDeviceGrants, session)
    forget_what_is_over = providers.Singleton(
        ForgetWhatIsOver, clock, spent_tokens, social_attempts, device_grants
    )
    seal = providers.Singleton(FernetSeal, secret, clock)
    user_agents = providers.Singleton(ParsedUserAgents)
    links = providers.Singleton(Links, secret)
    users = providers.Singleton(UserAnswers, channels, standings, operators)
    letters = providers.Container(
        Letters,
        settings=settings,
        clock=clock,
        jobs=jobs,
        channels=channels,
        sessions=sessions,
        accounts=kept_accounts,
        links=links,
        post=post,
        purchases=purchases,
        news=news,
        operators=operators,
    )
    enter = providers.Singleton(Enter, sessions, user_agents, users, clock, letters.send_letter)
    open_account = providers.Singleton(OpenAccount, kept_accounts, announce, letters.send_letter)
    passwords = providers.Singleton(Argon2Passwords)
    new_passwords = providers.Singleton(NewPasswords, passwords, providers.Singleton(CommonPasswords))
    throttle = providers.Singleton(
        SlidingWindows,
        providers.Selector(
            settings.provided.queue,
            rq=providers.Singleton(in_redis, settings.provided.redis),
            inline=providers.Singleton(in_memory),
        ),
        secret,
        settings.provided.workers,
    )
    local_throttle = providers.Singleton(SlidingWindows, providers.Singleton(in_memory), secret)
    wrong_passwords = providers.Singleton(
        Limit, "wrong-passwords", settings.provided.throttle_passwords, 15 * 60
    )
    refuse_robots = providers.Singleton(RefuseRobots, robot_check)
    form_door = providers.Singleton(FormDoor, refuse_robots, throttle)
    authenticator = providers.Singleton(PyotpAuthenticator)
    second_factor_codes = providers.Singleton(
        SecondFactorCodes, kept_accounts, recovery_codes, authenticator, seal, secret, clock
    )
    password_guesses = providers.Singleton(
        GuessLimiter, throttle, wrong_passwords, letters.send_letter, "wrong_passwords"
    )
    wrong_codes = providers.Singleton(
        Limit, "wrong-codes", settings.provided.throttle_passwords, wrong_passwords.provided.seconds
    )
    code_guesses = providers.Singleton(
        GuessLimiter, throttle, wrong_codes, letters.send_letter, "wrong_codes", spread=False
    )
    known_device_tokens = providers.Singleton(KnownDeviceTokens, secret)
    end_other_access = providers.Singleton(EndOtherAccess, kept_accounts, sessions, clock)
    second_factor_door = providers.Singleton(
        SecondFactorDoor, kept_accounts, second_factor_codes, code_guesses
    )

    accounts = providers.Container(
        Accounts,
        settings=settings,
        clock=clock,
        channels=channels,
        sessions=sessions,
        accounts=kept_accounts,
        links=links,
        users=users,
        enter=enter,
        second_factor_door=second_factor_door,
        passwords=passwords,
        new_passwords=new_passwords,
        refuse_robots=refuse_robots,
        form_door=form_door,
        throttle=throttle,
        password_guesses=password_guesses,
        end_other_access=end_other_access,
        open_account=open_account,
        letters=letters.send_letter,
    )
    social = providers.Container(
        Social,
        settings=settings,
        clock=clock,
        channels=channels,
        sessions=sessions,
        accounts=kept_accounts,
        seal=seal,
        spent_tokens=spent_tokens,
        attempts=social_attempts,
        enter=enter,
        second_factor_door=second_factor_door,
        social_providers=social_providers,
        find_channel=find_channel,
        open_account=open_account,
        passwords=passwords,
        password_guesses=password_guesses,
        end_other_access=end_other_access,
    )
    devices = providers.Container(
        Devices,
        settings=settings,
        clock=clock,
        channels=channels,
        sessions=sessions,
        accounts=kept_accounts,
        grants=device_grants,
        user_agents=user_agents,
        throttle=throttle,
        letters=letters.send_letter,
        secret=secret,
        enter=enter,
    )
    desk = providers.Container(
        Desk,
        clock=clock,
        operators=operators,
        channels=channels,
        sessions=sessions,
        accounts=kept_accounts,
        passwords=passwords,
        new_passwords=new_passwords,
        open_account=open_account,
        letters=letters.send_letter,
        password_guesses=password_guesses,
        end_other_access=end_other_access,
    )
    closing = providers.Container(
        Closing,
        settings=settings,
        clock=clock,
        secret=secret,
        announce=announce,
        channels=channels,
        sessions=sessions,
        accounts=kept_accounts,
        links=links,
        letters=letters.send_letter,
        passwords=passwords,
        throttle=throttle,
        password_guesses=password_guesses,
        wrong_codes=wrong_codes,
        recovery_codes=recovery_codes,
        operators=operators,
        authenticator=authenticator,
        seal=seal,
        codes=second_factor_codes,
        record_takedown=record_takedown,
    )

    facade = providers.Singleton(
        ChannelFacade,
        channels,
        sessions,
        clock,
        site_answers,
        find_channel,
        open_channel,
        apply_pack,
        export_pack,
        geo,
        closing.export_account,
        kept_accounts,
        settings.provided.site_urls,
        form_door,
        record_takedown,
    )
