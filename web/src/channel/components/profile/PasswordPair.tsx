import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LEAST_PASSWORD } from '@/shared/checks'
import { useChannel } from '../../context'
import { editProfileStore } from '../../stores/EditProfileStore'
import { PasswordField } from '../auth/PasswordField'
import { useFields } from '../auth/useFields'

/** A new password, twice. */
export const PasswordPair = observer(function PasswordPair() {
  const { t } = useLingui()
  const { text } = useFields(useChannel().bring(editProfileStore).form)
  return (
    <>
      <PasswordField
        {...text('password')}
        label={t`New password`}
        hint={t`At least ${LEAST_PASSWORD} characters`}
        autoComplete="new-password"
      />
      <PasswordField
        {...text('password_confirmation')}
        label={t`New password again`}
        autoComplete="new-password"
      />
    </>
  )
})
