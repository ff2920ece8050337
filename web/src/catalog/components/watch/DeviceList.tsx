import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ContentRef } from '@/shared/contexts/slots'
import { formatTime } from '@/shared/format/dates'
import { useInterval } from '@/shared/hooks/useInterval'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import type { WatchingDevice, WatchingDevices } from '../../devicesApi'
import { devicesStore } from '../../stores/DevicesStore'
import './DeviceList.css'

interface Props {
  content: ContentRef
  refusal: WatchingDevices
}

/** How often to check whether a place is free. A device that is closed keeps its place for up to a minute. */
const CHECK_MS = 10_000

/** Why this device has no place, as a title. */
export function DeviceLimitTitle({ refusal: { admission, devices } }: Pick<Props, 'refusal'>) {
  if (admission === 'stopped') return <Trans>Stopped on another device</Trans>
  return (
    <Plural
      value={devices.length}
      one="Watching on # device: stop it"
      other="Watching on # devices: stop one"
    />
  )
}

/** The devices that have the places, each with a button that stops it. A stopped device can watch again. */
export const DeviceList = observer(function DeviceList({ content, refusal }: Props) {
  const store = useCatalog().resolve(devicesStore)
  const { admission, devices, limit } = refusal
  const isStopped = admission === 'stopped'
  useInterval(() => void store.recheck(content), isStopped ? null : CHECK_MS)
  return (
    <>
      {isStopped ? (
        <>
          <p>
            <Trans>Someone with your account stopped this device to watch on another one.</Trans>
          </p>
          <div className="actions">
            <Button kind="primary" icon="play" busy={store.pending === 0} onClick={() => void store.resume()}>
              <Trans>Watch here</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            <Plural
              value={limit ?? devices.length}
              one="Your purchase includes # device at a time. Stop it to watch here."
              other="Your purchase includes # devices at once. Stop one to watch here."
            />
          </p>
          <ul className="device-list">
            {devices.map(device => (
              <DeviceItem key={device.session_id} device={device} />
            ))}
          </ul>
        </>
      )}
      {store.outcome === 'failed' ? (
        <p className="error" role="alert">
          <Trans>That did not work. Check your connection and try again.</Trans>
        </p>
      ) : null}
    </>
  )
})

const DeviceItem = observer(function DeviceItem({ device }: { device: WatchingDevice }) {
  const { t, i18n } = useLingui()
  const store = useCatalog().resolve(devicesStore)
  const name = device.name || t`Unknown device`
  const since = formatTime(Date.parse(device.since), { language: i18n.locale })
  return (
    <li className="device-list__item">
      <div>
        <strong>{name}</strong>
        <p className="muted">
          {device.title ? (
            <Trans>
              {device.title}, since {since}
            </Trans>
          ) : (
            <Trans>Since {since}</Trans>
          )}
        </p>
      </div>
      <Button
        aria-label={t`Stop ${name}`}
        busy={store.pending === device.session_id}
        onClick={() => void store.stop(device.session_id)}
      >
        <Trans>Stop</Trans>
      </Button>
    </li>
  )
})
