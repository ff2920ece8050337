import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { PanelError } from '@/shared/ui/PanelError'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { useChannel } from '../../../context'
import type { Device } from '../../../profileApi'
import { devicesStore } from '../../../stores/DevicesStore'
import { platformIcon } from './DeviceRow'
import { useDeviceName } from './useDeviceName'

const MAX_LISTED = 3

/** The panel with the number of devices and the names of the first three. */
export const DevicesSummary = observer(function DevicesSummary() {
  const { t } = useLingui()
  const store = useChannel().resolve(devicesStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { value, error, isBusy } = store.list
  return (
    <section className="panel stack" aria-busy={isBusy && !value}>
      <h2 className="display h3">
        <Trans>Devices</Trans>
      </h2>
      {value ? (
        <DeviceNames devices={value} />
      ) : error ? (
        <PanelError title={t`Your devices could not be loaded`} onRetry={load} busy={isBusy} />
      ) : (
        [80, 64].map(width => <SkeletonLine key={width} width={width} />)
      )}
      <div className="actions">
        <LinkButton to="/profile/sessions">
          <Trans>Manage devices</Trans>
        </LinkButton>
      </div>
    </section>
  )
})

function DeviceNames({ devices }: { devices: readonly Device[] }) {
  const getName = useDeviceName()
  return (
    <>
      <p className="muted">
        <Plural
          value={devices.length}
          one="You’re logged in on # device."
          other="You’re logged in on # devices."
        />
      </p>
      <ul className="capability-list">
        {devices.slice(0, MAX_LISTED).map(device => (
          <li key={device.id}>
            <Icon name={platformIcon(device.platform)} />
            {getName(device)}
          </li>
        ))}
      </ul>
    </>
  )
}
