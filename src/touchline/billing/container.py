"""Providers of context `billing`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers


class Billing(containers.DeclarativeContainer):
    """Everything `billing` makes: offers, their queries, the facade. Ids for `Provide["billing.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    session = providers.Dependency()
    channel = providers.Dependency()

    facade = providers.Object(None)
