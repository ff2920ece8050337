import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { MIN_PASSWORD_LENGTH } from '@/shared/validators'
import { useChannel } from '../../../context'
import { editProfileStore } from '../../../stores/EditProfileStore'
import { PasswordField } from '../../auth/PasswordField'
import { useFormFields } from '../../auth/useFormFields'

/** The fields for a new password and its confirmation. */
export const PasswordPair = observer(function PasswordPair() {
  const { t } = useLingui()
  const { text } = useFormFields(useChannel().resolve(editProfileStore).form)
  return (
    <>
      <PasswordField
        {...text('password')}
        label={t`New password`}
        hint={t`At least ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
      />
      <PasswordField
        {...text('password_confirmation')}
        label={t`Confirm new password`}
        autoComplete="new-password"
      />
    </>
  )
})
