import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { useChannel } from '../../../context'
import { devicesStore } from '../../../stores/DevicesStore'
import { useFormFields } from '../../auth/useFormFields'

interface Props {
  /** The heading of the list. It gets the focus afterwards, because the opening button disappears with the devices. */
  heading: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialog that confirms the logout of all other devices. */
export default observer(function SignOutOthersDialog({ heading, onClose }: Props) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(devicesStore)
  const { refusal } = useFormFields(store.signOutOthersForm)
  useEffect(() => () => store.signOutOthersForm.clear(), [store])

  async function signOut() {
    if (!(await store.signOutOthers())) return
    channel.shell.toasts.show(t`All other devices are logged out`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (store.list.value?.some(device => !device.current) ? null : heading.current)}
      title={t`Log out all other devices?`}
      description={t`You’ll stay logged in on this device. You’ll need to log in again on the others.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" busy={store.signOutOthersForm.isBusy} onClick={() => void signOut()}>
            <Trans>Log out all</Trans>
          </Button>
        </>
      }
    >
      <FormError message={refusal} />
    </Dialog>
  )
})
