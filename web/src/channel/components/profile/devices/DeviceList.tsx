import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { useChannel } from '../../../context'
import type { Device } from '../../../profileApi'
import { devicesStore } from '../../../stores/DevicesStore'
import { DeviceRow } from './DeviceRow'
import { useDeviceName } from './useDeviceName'

const SignOutOthersDialog = lazyComponent(() => import('./SignOutOthersDialog'))

/** The devices on which the viewer is logged in, with logout buttons. */
export const DeviceList = observer(function DeviceList() {
  const { t } = useLingui()
  const store = useChannel().resolve(devicesStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { value, error, isBusy } = store.list
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="stack" aria-busy={isBusy && !value}>
      <h2 ref={heading} className="display h2" tabIndex={-1}>
        <Trans>Devices</Trans>
      </h2>
      {value ? (
        <DeviceRows devices={value} heading={heading} />
      ) : error ? (
        <ErrorState title={t`Your devices could not be loaded`} onRetry={load} busy={isBusy} />
      ) : (
        [0, 1, 2].map(row => (
          <div key={row} className="device">
            <span className="device__icon" />
            <div className="device__details stack stack--2">
              <SkeletonLine width={48} />
              <SkeletonLine width={30} height={11} />
            </div>
          </div>
        ))
      )}
    </section>
  )
})

interface DeviceRowsProps {
  devices: readonly Device[]
  /** The heading of the list. It gets the focus when a device disappears together with its pressed button. */
  heading: RefObject<HTMLElement | null>
}

const DeviceRows = observer(function DeviceRows({ devices, heading }: DeviceRowsProps) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(devicesStore)
  const getName = useDeviceName()
  const [isConfirming, setIsConfirming] = useState(false)

  async function signOut(device: Device) {
    const name = getName(device)
    const done = await store.signOut(device)
    const { toasts } = channel.shell
    if (done) toasts.show(t`${name} is logged out`, { type: 'success' })
    else toasts.show(t`${name} could not be logged out. Please try again.`, { type: 'error' })
    if (done) heading.current?.focus()
  }

  return (
    <>
      <ul className="devices">
        {devices.map(device => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={store.signingOut.has(device.id)}
            onSignOut={() => void signOut(device)}
          />
        ))}
      </ul>
      {devices.some(device => !device.current) ? (
        <div className="actions">
          <Button
            kind="outline"
            aria-haspopup="dialog"
            onPointerEnter={SignOutOthersDialog.preload}
            onClick={() => setIsConfirming(true)}
          >
            <Trans>Log out all other devices</Trans>
          </Button>
        </div>
      ) : (
        <p className="muted">
          <Trans>You’re not logged in on any other device.</Trans>
        </p>
      )}
      {isConfirming ? <SignOutOthersDialog heading={heading} onClose={() => setIsConfirming(false)} /> : null}
    </>
  )
})
