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

/** After the first reminder: whether this device should tell it as well. The browser itself asks after the press alone. */
export default observer(function ReminderDialog({ name, onClose }: Props) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const push = engagement.resolve(pushStore)
  const turn = usePushSwitch()
  const email = engagement.shell.viewer.email ?? ''
  const notify = async () => {
    await turn(true)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`We will tell you when it goes live`}
      description={t`${name}: a letter goes to ${email}. This device can tell you as well, also while this page is closed.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>The letter is enough</Trans>
          </Button>
          <Button kind="primary" icon="bell" busy={push.isBusy} onClick={() => void notify()}>
            <Trans>Notify this device</Trans>
          </Button>
        </>
      }
    />
  )
})
