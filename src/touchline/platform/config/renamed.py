"""Old names of settings. They work for one release, and each start with one logs a warning."""

from collections.abc import MutableMapping

from touchline.platform.config.settings import InvalidSettingError

RENAMED_SETTINGS = {
    "TOUCHLINE_ANALYTICS_DAYS": "TOUCHLINE_ANALYTICS_RETENTION_DAYS",
    "TOUCHLINE_CLICKHOUSE_SECONDS": "TOUCHLINE_CLICKHOUSE_TIMEOUT_SECONDS",
    "TOUCHLINE_FACEBOOK_CONFIRMS_EMAIL": "TOUCHLINE_TRUST_FACEBOOK_EMAIL",
    "TOUCHLINE_KEYS_HOST": "TOUCHLINE_CHANNEL_KEY_HOST",
    "TOUCHLINE_LIVE_HOST": "TOUCHLINE_INGEST_HOST",
    "TOUCHLINE_LIVE_MARGIN_MINUTES": "TOUCHLINE_LIVE_END_MARGIN_MINUTES",
    "TOUCHLINE_LIVE_NGINX": "TOUCHLINE_NGINX_RTMP_URL",
    "TOUCHLINE_LIVE_PORTS": "TOUCHLINE_INGEST_PORTS",
    "TOUCHLINE_MEDIA_ADDRESS_MINUTES": "TOUCHLINE_MEDIA_URL_TTL_MINUTES",
    "TOUCHLINE_REMEMBERED_MEGABYTES": "TOUCHLINE_RESPONSE_CACHE_MB",
    "TOUCHLINE_S3_SECONDS": "TOUCHLINE_S3_TIMEOUT_SECONDS",
    "TOUCHLINE_SHARED_CLIP_MINUTES": "TOUCHLINE_MAX_SHARED_CLIP_MINUTES",
    "TOUCHLINE_SITE_ADDRESS": "TOUCHLINE_SITE_URL_TEMPLATE",
    "TOUCHLINE_SMTP_AUTHORITIES": "TOUCHLINE_SMTP_CA_FILE",
    "TOUCHLINE_SMTP_SECONDS": "TOUCHLINE_SMTP_TIMEOUT_SECONDS",
    "TOUCHLINE_STRIPE_SECONDS": "TOUCHLINE_STRIPE_TIMEOUT_SECONDS",
    "TOUCHLINE_THROTTLE_ADDRESS_FACTOR": "TOUCHLINE_THROTTLE_IP_FACTOR",
    "TOUCHLINE_TRACES_SHARE": "TOUCHLINE_TRACE_SAMPLE_RATIO",
    "TOUCHLINE_TRACES_TO": "TOUCHLINE_OTLP_ENDPOINT",
    "TOUCHLINE_VIDEO_GAP_SECONDS": "TOUCHLINE_MAX_VIDEO_GAP_SECONDS",
}
"""New names by old names."""


def rename_settings(environment: MutableMapping[str, str]) -> list[str]:
    """Give each setting in an environment its new name, and return a warning for each old name.

    Raises `InvalidSettingError` if the old and the new name are set and differ.
    """
    warnings = []
    for old_name, new_name in RENAMED_SETTINGS.items():
        if old_name not in environment:
            continue
        if environment.get(new_name, environment[old_name]) != environment[old_name]:
            raise InvalidSettingError(
                f"{old_name} and its new name {new_name} have different values: unset {old_name}."
            )
        environment[new_name] = environment.pop(old_name)
        warnings.append(f"{old_name} is now {new_name}. The old name works until the next release.")
    return warnings
