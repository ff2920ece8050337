"""Channel of a request without a key: by host name, or the deployment's default."""

from touchline.channel.domain.site.channel import Channel
from touchline.channel.ports.site.channels import Channels
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError


class FindChannel:
    """Lookup of channels by host name.

    `default` is the slug of the channel for unknown hosts. If it is empty, unknown hosts have no channel,
    except in a development deployment with only one channel. In development, `allow_by_name` lets a page name
    its channel (`?channel=slug`) and serves each channel at `{slug}.localhost`.
    """

    def __init__(self, channels: Channels, default: str, allow_by_name: bool) -> None:
        self._channels = channels
        self._default = default
        self._allow_by_name = allow_by_name

    def __call__(self, host: str, name: str | None = None) -> Channel:
        """Return the channel. Raises `NotFoundError` if no channel has the host name."""
        if name and self._allow_by_name:
            channel = (
                self._channels.get_by_slug(name) if name.isprintable() else None
            )  # the database cannot store a NUL character
            if channel is None:
                raise NotFoundError(f"There is no channel {name}.")
            return channel
        normalized_host = _normalize_host(host)
        matching_channel = (
            self._channels.get_by_domain(normalized_host)
            or self._find_by_localhost(normalized_host)
            or self._find_default()
        )
        if matching_channel is None:
            raise NotFoundError(
                ErrorMessage("errors.channel_not_found", "There is no channel at this address.")
            )
        return matching_channel

    def _find_by_localhost(self, host: str) -> Channel | None:
        slug = host.removesuffix(".localhost")
        return (
            self._channels.get_by_slug(slug)
            if self._allow_by_name and slug != host and slug.isprintable()
            else None
        )

    def _find_default(self) -> Channel | None:
        if self._default:
            return self._channels.get_by_slug(self._default)
        all_channels = self._channels.list_all() if self._allow_by_name else []
        return all_channels[0] if len(all_channels) == 1 else None


def _normalize_host(host: str) -> str:
    """Return the Host header in lower case without its port. An IPv6 address keeps its brackets."""
    name = host.strip().lower()
    return name if name.endswith("]") else name.rsplit(":", 1)[0] if ":" in name else name
