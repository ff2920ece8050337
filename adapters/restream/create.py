"""Creates the restreamer."""

from touchline.catalog.ports.media.restreamer import Restreamer
from touchline.catalog.ports.media.storage import Storage


def create_restreamer(storage: Storage, allow_private: bool) -> Restreamer:
    """Create the restreamer. Only an ingest process needs it."""
    from adapters.restream.sender_process import SenderProcesses

    return SenderProcesses(storage, allow_private=allow_private)
