"""Which channel a request without a key is for: by its host name, or by the deployment's default."""

from touchline.channel.domain.channel import Channel
from touchline.channel.ports.channels import Channels
from touchline.shared.errors import NotFound


class FindChannel:
    """Finds the channel of a host name.

    `default` is the slug that answers unknown hosts; without one no channel does, but a deployment's only one
    in development. `by_name` lets a page name its channel (`?channel=slug`) and each channel answer at
    `{slug}.localhost`, in development only.
    """

    def __init__(self, channels: Channels, default: str, by_name: bool) -> None:
        self._channels = channels
        self._default = default
        self._by_name = by_name

    def __call__(self, host: str, name: str | None = None) -> Channel:
        """The channel; `NotFound` when no channel answers there."""
        if name and self._by_name:
            named = self._channels.by_slug(name) if name.isprintable() else None  # a database holds no zero
            if named is None:
                raise NotFound(f"There is no channel {name}.")
            return named
        name_of_host = _bare(host)
        found = self._channels.by_domain(name_of_host) or self._local(name_of_host) or self._fallback()
        if found is None:
            raise NotFound("No channel answers on this address.")
        return found

    def _local(self, host: str) -> Channel | None:
        slug = host.removesuffix(".localhost")
        return self._channels.by_slug(slug) if self._by_name and slug != host and slug.isprintable() else None

    def _fallback(self) -> Channel | None:
        if self._default:
            return self._channels.by_slug(self._default)
        all_channels = self._channels.all() if self._by_name else []
        return all_channels[0] if len(all_channels) == 1 else None


def _bare(host: str) -> str:
    """A Host header without its port, in lower case; an IPv6 address keeps its brackets."""
    name = host.strip().lower()
    return name if name.endswith("]") else name.rsplit(":", 1)[0] if ":" in name else name
