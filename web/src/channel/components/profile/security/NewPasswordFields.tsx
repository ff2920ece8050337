import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useChannel } from '../../../context'
import { editProfileStore } from '../../../stores/EditProfileStore'
import { PasswordField } from '../../auth/PasswordField'
import { PasswordPair } from './PasswordPair'
import { useCurrentPassword } from './useCurrentPassword'

/** The optional fields for a new password. They include the current password if it is required. */
export const NewPasswordFields = observer(function NewPasswordFields() {
  const { t } = useLingui()
  const store = useChannel().resolve(editProfileStore)
  const { field } = useCurrentPassword(store.form)
  return (
    <fieldset className="edit-profile__group">
      <legend className="display h3">
        <Trans>New password (optional)</Trans>
      </legend>
      <PasswordPair />
      {store.requiresCurrentPassword ? (
        <PasswordField {...field} label={t`Current password`} autoComplete="current-password" />
      ) : null}
    </fieldset>
  )
})
