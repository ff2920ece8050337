import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { Icon } from '@/shared/ui/Icon'
import { useChannel } from '../../context'
import { deletionRequestStore } from '../../stores/DeletionRequestStore'
import { AuthForm } from '../auth/AuthForm'
import { PasswordField } from '../auth/PasswordField'
import { useCurrentPassword } from './security/useCurrentPassword'

/**
 * The dialog that requests the deletion of the account. Lists what is deleted and requires the password.
 *
 * The account stays active until the viewer opens the emailed link.
 */
export default observer(function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(deletionRequestStore)
  useEffect(() => () => store.reset(), [store])
  const email = channel.viewer.user?.email
  if (store.form.state.kind === 'success') {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t`Check your email`}
        actions={
          <Button kind="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <p role="status">
          <Trans>
            We sent a link to <strong>{email}</strong>. Open it to confirm. Until then, your account stays
            active.
          </Trans>
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title={t`Delete your account?`}>
      <DeletionConsequences />
      <DeletionForm />
    </Dialog>
  )
})

function DeletionConsequences() {
  const { t } = useLingui()
  const points = [
    t`Your name, email address, phone number and devices are erased.`,
    t`Your passes and subscriptions end without a refund.`,
    t`We keep order records without anything that identifies you.`,
  ]
  return (
    <ul className="consequence-list">
      {points.map(point => (
        <li key={point}>
          <Icon name="info" size="s" />
          {point}
        </li>
      ))}
    </ul>
  )
}

const DeletionForm = observer(function DeletionForm() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(deletionRequestStore)
  const { field, refusal } = useCurrentPassword(store.form)
  return (
    <AuthForm
      danger
      onSubmit={() => store.submit()}
      busy={store.form.isBusy}
      errorMessage={refusal}
      action={<Trans>Email me a link</Trans>}
    >
      {channel.viewer.user?.has_password ? (
        <PasswordField {...field} label={t`Current password`} autoComplete="current-password" />
      ) : null}
    </AuthForm>
  )
})
