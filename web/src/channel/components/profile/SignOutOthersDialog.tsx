import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { useChannel } from '../../context'
import { devicesStore } from '../../stores/DevicesStore'
import { FormError } from '../auth/FormError'
import { useFields } from '../auth/useFields'

/** Asks before every other device is signed out. */
export default observer(function SignOutOthersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.bring(devicesStore)
  const { refusal } = useFields(store.others)
  useEffect(() => () => store.others.clear(), [store])

  async function signOut() {
    if (!(await store.signOutOthers())) return
    channel.shell.toasts.show(t`All other devices are signed out`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Sign out all other devices?`}
      description={t`You stay logged in here. Everywhere else somebody has to log in again to watch.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" busy={store.others.busy} onClick={() => void signOut()}>
            <Trans>Sign out all</Trans>
          </Button>
        </>
      }
    >
      <FormError sentence={refusal} />
    </Dialog>
  )
})
