import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useChannel } from '../../../context'
import type { LinkedDeviceInfo } from '../../../profileApi'
import { devicesStore } from '../../../stores/DevicesStore'
import { linkDeviceStore } from '../../../stores/LinkDeviceStore'
import { LinkDeviceForm } from './LinkDeviceForm'
import { useDeviceName } from './useDeviceName'

/** The delay before the list reloads. A device polls every five seconds, and appears in the list after it polls. */
const REFRESH_DELAY_MS = 6_000

/** The panel beside the list that links another device with its code. */
export const LinkDevicePanel = observer(function LinkDevicePanel() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(linkDeviceStore)
  const devices = channel.resolve(devicesStore)
  const getName = useDeviceName()
  const [linked, setLinked] = useState<LinkedDeviceInfo | null>(null)
  useEffect(() => {
    store.open()
    return () => store.reset()
  }, [store])

  useEffect(() => {
    if (!linked) return
    const timer = setTimeout(() => void devices.load(), REFRESH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [linked, devices])

  async function link() {
    const device = await store.submit()
    if (!device) return
    const name = getName(device)
    channel.shell.toasts.show(t`${name} is linked`, { type: 'success' })
    store.open()
    setLinked(device)
  }

  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Link a TV</Trans>
      </h2>
      <p className="hint">
        <Trans>Open the app on your TV and enter the code it shows. Codes expire after 10 minutes.</Trans>
      </p>
      <LinkDeviceForm onSubmit={link} action={<Trans>Link device</Trans>} />
    </section>
  )
})
