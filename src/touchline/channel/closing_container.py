"""Providers of the second factor, account export and account closure.

`channel.container` supplies the external dependencies.
"""

from dependency_injector import containers, providers

from touchline.channel.application.accounts.account_closure import (
    CloseAccount,
    RepublishClosedAccounts,
    RequestAccountClosure,
)
from touchline.channel.application.accounts.export_account import ExportAccount
from touchline.channel.application.accounts.password_confirmation import ConfirmPassword
from touchline.channel.application.accounts.second_factor.removal import (
    ClearSecondFactor,
    RemoveSecondFactor,
    ResetSecondFactor,
)
from touchline.channel.application.accounts.second_factor.setup import (
    ConfirmSecondFactor,
    StartSecondFactorSetup,
)
from touchline.channel.application.operators.suspension import AccountSuspensionService, EraseAccount


class ClosingContainer(containers.DeclarativeContainer):
    """Container of the second factor, account export and account closure. IDs for
    `Provide["channel.closing.…"]`.
    """

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    announce = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    signed_links = providers.Dependency()
    email_queue = providers.Dependency()
    password_hasher = providers.Dependency()
    throttle = providers.Dependency()
    password_guess_limiter = providers.Dependency()
    code_limit = providers.Dependency()
    recovery_codes = providers.Dependency()
    totp_service = providers.Dependency()
    operators = providers.Dependency()
    encryption = providers.Dependency()
    second_factor_codes = providers.Dependency()
    record_takedown = providers.Dependency()

    confirm_password = providers.Singleton(ConfirmPassword, accounts, password_hasher, password_guess_limiter)
    start_second_factor_setup = providers.Singleton(
        StartSecondFactorSetup, accounts, channels, confirm_password, totp_service, encryption
    )
    confirm_second_factor = providers.Singleton(
        ConfirmSecondFactor,
        accounts,
        recovery_codes,
        second_factor_codes,
        throttle,
        code_limit,
        secret,
        clock,
        email_queue,
        sessions,
    )
    clear_second_factor = providers.Singleton(ClearSecondFactor, accounts, recovery_codes, email_queue)
    remove_second_factor = providers.Singleton(
        RemoveSecondFactor,
        accounts,
        confirm_password,
        second_factor_codes,
        throttle,
        code_limit,
        clear_second_factor,
    )
    reset_second_factor = providers.Singleton(ResetSecondFactor, accounts, clear_second_factor)
    request_account_closure = providers.Singleton(
        RequestAccountClosure, confirm_password, email_queue, throttle
    )
    close_account = providers.Singleton(
        CloseAccount, accounts, channels, sessions, signed_links, announce, clock
    )
    erase_account = providers.Singleton(EraseAccount, accounts, close_account, record_takedown)
    account_suspension_service = providers.Singleton(
        AccountSuspensionService, accounts, sessions, record_takedown, announce, clock
    )
    republish_closed_accounts = providers.Singleton(RepublishClosedAccounts, accounts, announce, clock)
    export_account = providers.Singleton(ExportAccount, accounts, sessions, recovery_codes, operators)
