import { Trans, useLingui } from '@lingui/react/macro'
import { countryName } from '@/shared/format/countryName'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { Icon, type IconName } from '@/shared/ui/Icon'
import type { Device } from '../../../profileApi'
import { formatRelativeTime } from './relativeTime'
import { useDeviceName } from './useDeviceName'

const PLATFORM_ICONS: Record<Device['platform'], IconName> = {
  desktop: 'laptop',
  mobile: 'phone',
  tablet: 'phone',
  tv: 'tv',
  unknown: 'globe',
}

/** Return the icon of a device's platform. */
export const platformIcon = (platform: Device['platform']): IconName => PLATFORM_ICONS[platform] ?? 'globe'

interface Props {
  device: Device
  busy: boolean
  onSignOut: () => void
}

/** A device in the list: name, country, last activity and a logout button. */
export function DeviceRow({ device, busy, onSignOut }: Props) {
  const getName = useDeviceName()
  return (
    <li className="device">
      <span className="device__icon">
        <Icon name={platformIcon(device.platform)} />
      </span>
      <div className="device__details">
        <strong>{getName(device)}</strong>
        <p className="hint">
          <LastSeen device={device} />
        </p>
      </div>
      <div className="device__end">
        {device.current ? (
          <Badge tone="success">
            <Trans>This device</Trans>
          </Badge>
        ) : (
          <Button size="s" busy={busy} onClick={onSignOut}>
            <Trans>
              Log out <span className="sr-only">{getName(device)}</span>
            </Trans>
          </Button>
        )}
      </div>
    </li>
  )
}

function LastSeen({ device: { country, current, last_seen_at } }: { device: Device }) {
  const { t, i18n } = useLingui()
  const when = current
    ? t`active now`
    : last_seen_at
      ? formatRelativeTime(Date.parse(last_seen_at), i18n.locale)
      : null
  return [country && (countryName(country, i18n.locale) ?? country), when].filter(Boolean).join(', ')
}
