import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { CheckField } from '@/shared/ui/CheckField'
import { TextField } from '@/shared/ui/Field'
import { SINGLE_SIGN_ON } from '../../providers'
import { type FieldsProps, inputProps } from './settingsInputs'

/** The provider of the team: its name, its client, and who may use it. */
export const SingleSignOnFields = observer(function SingleSignOnFields(props: FieldsProps) {
  const { t } = useLingui()
  const { form, errorOf } = props
  const callback = `${location.origin}/auth/login/${SINGLE_SIGN_ON}/callback`
  return (
    <>
      <div className="settings-grid">
        <TextField
          {...inputProps(props, 'login_name')}
          label={t`Name of the login`}
          hint={t`On the button: Log in with …`}
          maxLength={40}
        />
        <TextField
          {...inputProps(props, 'client_id')}
          label={t`Client ID`}
          hint={t`The server operator stores the client secret. See the guide.`}
          autoComplete="off"
        />
        <TextField
          {...inputProps(props, 'login_domains')}
          label={t`Domains of email addresses`}
          hint={t`Separated by commas. Others cannot log in this way.`}
          autoComplete="off"
        />
      </div>
      <p className="hint settings-callback">
        <Trans>Add this address at the provider as a redirect URI: {callback}</Trans>
      </p>
      <CheckField
        checked={form.values.login_required}
        error={errorOf('login_required')}
        onChange={({ target }) => form.change('login_required', target.checked)}
      >
        <Trans>
          Require it for the studio. A login with a password is then not enough. Try the login first.
        </Trans>
      </CheckField>
    </>
  )
})
