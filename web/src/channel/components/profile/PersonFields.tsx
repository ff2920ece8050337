import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { TextField } from '@/shared/ui/Field'
import { useChannel } from '../../context'
import { editProfileStore } from '../../stores/EditProfileStore'
import { useFields } from '../auth/useFields'

/** Who somebody is: name and phone to change, the address to see. */
export const PersonFields = observer(function PersonFields() {
  const { t } = useLingui()
  const channel = useChannel()
  const { text } = useFields(channel.bring(editProfileStore).form)
  return (
    <fieldset className="edit__group">
      <legend className="sr-only">
        <Trans>About you</Trans>
      </legend>
      <div className="grid-2">
        <TextField {...text('first_name')} label={t`First name`} autoComplete="given-name" />
        <TextField {...text('last_name')} label={t`Last name`} autoComplete="family-name" />
      </div>
      <TextField
        label={t`E-mail`}
        hint={t`It is how you log in and cannot be changed here.`}
        type="email"
        value={channel.viewer.user?.email ?? ''}
        disabled
        readOnly
      />
      <TextField {...text('phone')} type="tel" label={t`Phone (optional)`} autoComplete="tel" />
    </fieldset>
  )
})
