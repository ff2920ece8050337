"""Providers that every context's container inherits. `touchline.container` supplies them."""

from __future__ import annotations

from collections.abc import Callable

from dependency_injector import containers, providers
from sqlalchemy.orm import Session

from touchline.platform.audit.calls import record_audit
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.clock import Clock
from touchline.shared.shared_state import SharedState
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.throttle import Throttle
from touchline.shared.unit_of_work import Announce


class Platform(containers.DeclarativeContainer):
    """Base class of the contexts' containers.

    `secret` is the key that other keys are derived from. `session` returns the session of the current
    transaction. `jobs` and `announce` write to the outbox of that transaction, `record_audit` to its
    audit log. `uow` opens a short transaction. `throttle` counts for all
    processes.
    """

    settings: providers.Dependency[Settings] = providers.Dependency()
    secret: providers.Dependency[bytes] = providers.Dependency()
    clock: providers.Dependency[Clock] = providers.Dependency()
    database: providers.Dependency[Database] = providers.Dependency()
    session: providers.Dependency[Callable[[], Session]] = providers.Dependency()
    jobs: providers.Dependency[Jobs] = providers.Dependency()
    announce: providers.Dependency[Announce] = providers.Dependency()
    throttle: providers.Dependency[Throttle] = providers.Dependency()
    shared_state: providers.Dependency[SharedState] = providers.Dependency()
    open_files: providers.Dependency[PublicFiles] = providers.Dependency()

    record_audit = providers.Object(record_audit)
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
