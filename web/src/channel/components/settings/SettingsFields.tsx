import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { languageName } from '@/shared/studio/localizedText'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import { SingleSignOnFields } from './SingleSignOnFields'
import { ChoiceField, type FieldsProps, inputProps } from './settingsInputs'

/** Languages that the pages and emails speak. */
const PAGE_LANGUAGES = ['en', 'fr']

export const GeneralFields = observer(function GeneralFields(props: FieldsProps) {
  const { t, i18n } = useLingui()
  const { form, errorOf } = props
  const { languages, language, time_zone: timeZone } = form.values
  const offered = [...new Set([...PAGE_LANGUAGES, ...languages])]
  return (
    <Group title={<Trans>General</Trans>}>
      <div className="settings-grid">
        <TextField {...inputProps(props, 'name')} label={t`Name`} maxLength={80} />
        <TextField
          {...inputProps(props, 'short_name')}
          label={t`Short name`}
          hint={t`On phones, and in tabs.`}
          maxLength={30}
        />
        <ChoiceField
          {...props}
          name="language"
          label={t`Main language`}
          options={languages.map(code => [code, languageName(code, i18n.locale)])}
        />
        <ChoiceField
          {...props}
          name="time_zone"
          label={t`Time zone`}
          options={[...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])].map(zone => [
            zone,
            zone.replaceAll('_', ' '),
          ])}
        />
      </div>
      <fieldset className="settings-choices">
        <legend>{t`Languages of the site`}</legend>
        {offered.map(code => (
          <CheckField
            key={code}
            checked={languages.includes(code)}
            disabled={code === language}
            onChange={({ target }) =>
              form.change(
                'languages',
                target.checked ? [...languages, code] : languages.filter(other => other !== code),
              )
            }
          >
            {languageName(code, i18n.locale)}
          </CheckField>
        ))}
        {errorOf('languages') ? <p className="error">{errorOf('languages')}</p> : null}
      </fieldset>
      <Field
        label={t`Domains`}
        hint={t`One in each line. If you remove a domain, its links stop working.`}
        error={errorOf('domains')}
      >
        {ids => (
          <textarea
            {...ids}
            className="input"
            rows={3}
            spellCheck={false}
            value={form.values.domains}
            onChange={event => form.change('domains', event.target.value)}
          />
        )}
      </Field>
    </Group>
  )
})

export const AccessFields = observer(function AccessFields(props: FieldsProps) {
  const { t } = useLingui()
  const { form, errorOf } = props
  return (
    <Group title={<Trans>Team login</Trans>}>
      <CheckField
        checked={form.values.second_factor}
        error={errorOf('second_factor')}
        onChange={({ target }) => form.change('second_factor', target.checked)}
      >
        <Trans>
          Require an authenticator app. Members without one, you included, lose the studio until they set it
          up.
        </Trans>
      </CheckField>
      <div className="stack stack--2">
        <h3 className="settings-subtitle">
          <Trans>Single sign-on</Trans>
        </h3>
        <p className="muted">
          <Trans>
            Members log in with the account of your school or organization. Only people who already belong to
            the team get in.
          </Trans>
        </p>
      </div>
      <TextField
        {...inputProps(props, 'issuer')}
        label={t`Issuer`}
        hint={t`For Google: https://accounts.google.com. For Microsoft: the address with your tenant’s ID. Empty turns single sign-on off.`}
        type="url"
        autoComplete="off"
      />
      {form.values.issuer.trim() ? <SingleSignOnFields {...props} /> : null}
    </Group>
  )
})

export const VisitorFields = observer(function VisitorFields(props: FieldsProps) {
  const { t } = useLingui()
  return (
    <Group title={<Trans>Visitors</Trans>}>
      <div className="settings-grid">
        <ChoiceField
          {...props}
          name="analytics_consent"
          label={t`Statistics`}
          options={[
            ['ask', t`Ask each visitor first`],
            ['not_needed', t`Do not ask; count without personal data`],
          ]}
        />
        <TextField
          {...inputProps(props, 'contact_days')}
          label={t`Business days to answer a request`}
          inputMode="numeric"
        />
        <ChoiceField
          {...props}
          name="geo"
          label={t`Countries`}
          options={[
            ['all', t`Available everywhere`],
            ['allow', t`Only in these countries`],
            ['block', t`Everywhere except these countries`],
          ]}
        />
        {props.form.values.geo === 'all' ? null : (
          <TextField
            {...inputProps(props, 'countries')}
            label={t`Country codes`}
            hint={t`Two letters each, separated by commas: US, CA.`}
          />
        )}
      </div>
      <CheckField
        checked={props.form.values.google_cast}
        error={props.errorOf('google_cast')}
        onChange={({ target }) => props.form.change('google_cast', target.checked)}
      >
        <Trans>
          Offer Google Cast in the player. The first press of the button loads a script from Google.
        </Trans>
      </CheckField>
    </Group>
  )
})

export const ClipFields = observer(function ClipFields(props: FieldsProps) {
  const { t } = useLingui()
  return (
    <Group title={<Trans>Clips</Trans>}>
      <div className="settings-grid">
        <ChoiceField
          {...props}
          name="names_public"
          label={t`Names of clips from paid events`}
          options={[
            ['approved', t`Public once you approved them`],
            ['always', t`Always public`],
          ]}
        />
        <TextField
          {...inputProps(props, 'hide_after_reports')}
          label={t`Reports that hide a clip`}
          hint={t`0 never hides a clip by itself.`}
          inputMode="numeric"
        />
      </div>
    </Group>
  )
})

export function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="panel stack">
      <h2 className="display h3">{title}</h2>
      {children}
    </section>
  )
}
