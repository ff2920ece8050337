import { useLingui } from '@lingui/react/macro'
import { formatDayAndTime } from '@/shared/format/dates'
import { useCatalog } from '../../../context'
import type { Restream, RestreamFailure, RestreamService, RestreamState } from '../../../restreamApi'
import { useHealthFormat } from '../health/useHealthFormat'

/** Return the texts for services, states and failures of restreams. */
export function useRestreamTexts() {
  const { t, i18n } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const services: Record<RestreamService, string> = {
    youtube: 'YouTube',
    facebook: 'Facebook',
    twitch: 'Twitch',
    other: t`Another service`,
  }
  const states: Record<RestreamState, string> = {
    off: t`Turned off`,
    waiting: t`Starts with the stream`,
    connecting: t`Connecting`,
    live: t`Live`,
    retrying: t`Retrying`,
    failed: t`Failed`,
  }
  const failures: Record<RestreamFailure, string> = {
    key_refused: t`The service refused the stream key or stream ID. Check it, and that your account may go live.`,
    passphrase_refused: t`The service refused the passphrase. Check it, and whether the service uses one.`,
    unknown_host: t`The server was not found. Check its URL.`,
    private_address: t`The server has a private address, which is not allowed.`,
    unreachable: t`The server does not accept connections. Check its URL and port.`,
    timeout: t`The server did not respond in time.`,
    insecure: t`The server’s certificate is not valid, so nothing was sent.`,
    not_rtmp: t`The server did not answer as a streaming server. Check its URL.`,
    disconnected: t`The service ended the connection.`,
    unreadable_key: t`The stored key can no longer be read. Enter it again.`,
    internal: t`Sending failed. Your administrator finds the reason in the log.`,
  }
  const { bitrate: formatBitrate } = useHealthFormat()
  const formatInstant = (instant: string) =>
    formatDayAndTime(Date.parse(instant), { language: i18n.locale, timeZone })

  return {
    serviceName: (service: RestreamService) => services[service],
    stateName: (state: RestreamState) => states[state],
    failureText: ({ failure }: Restream) => failure && failures[failure],
    formatInstant,
    formatBitrate,
  }
}
