import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { useEngagement } from '../context'
import { pushStore } from '../stores/PushStore'
import { usePushSwitch } from './usePushSwitch'

interface Props {
  name: string
  onClose: () => void
}

/** The dialog after the first reminder. A press turns on notifications, for which the browser asks permission. */
export default observer(function ReminderDialog({ name, onClose }: Props) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const push = engagement.resolve(pushStore)
  const setPush = usePushSwitch()
  const email = engagement.shell.viewer.email ?? ''
  const notify = async () => {
    await setPush(true)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Reminder set`}
      description={t`We’ll email ${email} about ${name}. You can also get a notification on this device, even when this page is closed.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Email only</Trans>
          </Button>
          <Button kind="primary" icon="bell" busy={push.isBusy} onClick={() => void notify()}>
            <Trans>Turn on notifications</Trans>
          </Button>
        </>
      }
    />
  )
})
