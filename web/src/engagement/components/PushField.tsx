import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { useEngagement } from '../context'
import { pushStore } from '../stores/PushStore'
import { usePushSwitch } from './usePushSwitch'

/** Notifications on this device: on or off, and why not where they cannot be. */
export const PushField = observer(function PushField() {
  const push = useEngagement().resolve(pushStore)
  const turn = usePushSwitch()
  useEffect(() => void push.load(), [push])
  if (push.permission === 'unsupported' || push.key === null) {
    return (
      <p className="hint">
        <Trans>This browser doesn’t support notifications. Try another browser.</Trans>
      </p>
    )
  }
  if (push.permission === 'denied') {
    return (
      <p className="hint">
        <Trans>Notifications are blocked. Allow them in your browser settings.</Trans>
      </p>
    )
  }
  return (
    <div className="spread">
      <p>
        {push.isOn ? (
          <Trans>Notifications are on for this device</Trans>
        ) : (
          <Trans>Notify me on this device, even when this page is closed</Trans>
        )}
      </p>
      <Button
        size="s"
        icon="bell"
        aria-pressed={push.isOn}
        busy={push.isBusy}
        onClick={() => void turn(!push.isOn)}
      >
        {push.isOn ? <Trans>Turn off</Trans> : <Trans>Turn on notifications</Trans>}
      </Button>
    </div>
  )
})
