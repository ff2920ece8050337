"""Providers of forms and of what is written into them.

What it lacks is a Dependency, given in `engagement.container`.
"""

from dependency_injector import containers, providers

from touchline.engagement.adapters.gateways import ChannelFormDoor, ChannelNames
from touchline.engagement.adapters.sql.forms import SqlForms, SqlRequests
from touchline.engagement.application.form_packs import FormPacks
from touchline.engagement.application.form_requests import FormRequests
from touchline.engagement.application.form_shelf import FormShelf
from touchline.engagement.application.send_form import SendForm
from touchline.engagement.application.show_form import FormTitle, ShowForm


class Forms(containers.DeclarativeContainer):
    """Ids for `Provide["engagement.forms.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    session = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    channel_facts = providers.Dependency()

    kept_forms = providers.Singleton(SqlForms, session)
    kept_requests = providers.Singleton(SqlRequests, session)
    channel_names = providers.Singleton(ChannelNames, channel)
    door = providers.Singleton(ChannelFormDoor, channel, settings.provided.throttle_forms)
    shelf = providers.Singleton(FormShelf, kept_forms)
    title = providers.Singleton(FormTitle, shelf, channel_facts)
    show = providers.Singleton(ShowForm, shelf, channel_facts, door)
    send = providers.Singleton(SendForm, shelf, kept_requests, door, announce, clock)
    packs = providers.Singleton(FormPacks, kept_forms)
    requests = providers.Singleton(FormRequests, shelf, kept_requests, channel_facts)
