import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { useEngagement } from '../context'
import { pushStore } from '../stores/PushStore'
import { usePushSwitch } from './usePushSwitch'

/** The switch for notifications on this device, or the reason why they are unavailable. */
export const PushField = observer(function PushField() {
  const push = useEngagement().resolve(pushStore)
  const setPush = usePushSwitch()
  useEffect(() => void push.load(), [push])
  const { state } = push
  if (state.kind === 'unsupported') {
    return (
      <p className="hint">
        <Trans>This browser doesn’t support notifications. Try another browser.</Trans>
      </p>
    )
  }
  if (state.kind === 'blocked') {
    return (
      <p className="hint">
        <Trans>Notifications are blocked. Allow them in your browser settings.</Trans>
      </p>
    )
  }
  const isOn = state.kind === 'on' || state.kind === 'turningOff'
  return (
    <div className="spread">
      <p>
        {isOn ? (
          <Trans>Notifications are on for this device</Trans>
        ) : (
          <Trans>Notify me on this device, even when this page is closed</Trans>
        )}
      </p>
      <Button size="s" icon="bell" aria-pressed={isOn} busy={push.isBusy} onClick={() => void setPush(!isOn)}>
        {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on notifications</Trans>}
      </Button>
    </div>
  )
})
