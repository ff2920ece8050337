import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { languageName } from '@/shared/format/languageName'
import { Field, TextField } from '@/shared/ui/Field'
import { useChannel } from '../../context'
import { editProfileStore } from '../../stores/EditProfileStore'
import { useFormFields } from '../auth/useFormFields'

/** The fields of the profile: name, phone and email language. The email address is read-only. */
export const ProfileFields = observer(function ProfileFields() {
  const { t } = useLingui()
  const channel = useChannel()
  const { text } = useFormFields(channel.resolve(editProfileStore).form)
  return (
    <fieldset className="edit-profile__group">
      <legend className="sr-only">
        <Trans>About you</Trans>
      </legend>
      <div className="grid-2">
        <TextField {...text('first_name')} label={t`First name`} autoComplete="given-name" />
        <TextField {...text('last_name')} label={t`Last name`} autoComplete="family-name" />
      </div>
      <TextField
        label={t`Email`}
        hint={t`You can’t change your email address here.`}
        type="email"
        value={channel.viewer.user?.email ?? ''}
        disabled
        readOnly
      />
      <TextField {...text('phone')} type="tel" label={t`Phone (optional)`} autoComplete="tel" />
      {channel.settings.languages.length > 1 ? <LanguageField /> : null}
    </fieldset>
  )
})

/** The language of emails. The header sets the language of the page. */
const LanguageField = observer(function LanguageField() {
  const { t } = useLingui()
  const channel = useChannel()
  const { form } = channel.resolve(editProfileStore)
  return (
    <Field label={t`Email language`}>
      {ids => (
        <select
          className="select"
          value={form.values.language}
          onChange={event => form.change('language', event.target.value)}
          {...ids}
        >
          {channel.settings.languages.map(language => (
            <option key={language} value={language} lang={language}>
              {languageName(language)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
})
