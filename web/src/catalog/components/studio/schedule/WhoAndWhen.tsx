import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { CheckField } from '@/shared/ui/CheckField'
import { ComboboxField } from '@/shared/ui/ComboboxField'
import { Field, TextField } from '@/shared/ui/Field'
import { Select } from '@/shared/ui/Select'
import { type FormProps, useEventOptions, useFieldErrors } from './formFields'

interface Props extends FormProps {
  /** Whether the field of the first team gets the focus. */
  autoFocus?: boolean
}

/** The fields that every event needs: category, teams, start and place. */
export const WhoAndWhen = observer(function WhoAndWhen({ form, onChange, errors, autoFocus }: Props) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const { teams, categories, locations } = useEventOptions()
  const categoryError = errorOf('category')
  return (
    <div className="event-form__grid">
      <Field label={t`Category`} error={categoryError}>
        {ids => (
          <Select
            {...ids}
            label={t`Category`}
            all={t`Choose a category`}
            options={categories}
            value={form.category || null}
            onChange={category => onChange({ category: category ?? '' })}
          />
        )}
      </Field>
      <Field label={t`Location`} error={errorOf('location')}>
        {ids => (
          <Select
            {...ids}
            label={t`Location`}
            all={t`None`}
            options={locations}
            value={form.location || null}
            onChange={location => onChange({ location: location ?? '' })}
          />
        )}
      </Field>
      {teams.length ? (
        <>
          <ComboboxField
            label={t`Away team`}
            placeholder={t`Type a name`}
            error={errorOf('away')}
            options={teams}
            value={form.away}
            autoFocus={autoFocus}
            onChange={away => onChange({ away })}
          />
          <ComboboxField
            label={t`Home team`}
            placeholder={t`Type a name`}
            error={errorOf('home')}
            options={teams}
            value={form.home}
            onChange={home => onChange({ home })}
          />
        </>
      ) : null}
      <TextField
        label={t`Date`}
        type="date"
        required
        error={errorOf('starts', 'postponed_to')}
        value={form.date}
        onChange={event => onChange({ date: event.target.value })}
      />
      <TextField
        label={t({ message: 'Time', context: 'time of day' })}
        type="time"
        disabled={!form.isTimeKnown}
        required={form.isTimeKnown}
        value={form.isTimeKnown ? form.time : ''}
        onChange={event => onChange({ time: event.target.value })}
      />
      <CheckField
        checked={!form.isTimeKnown}
        onChange={event => onChange({ isTimeKnown: !event.target.checked })}
      >
        <Trans>Time to be announced</Trans>
      </CheckField>
      {form.away && form.home ? (
        <CheckField
          checked={form.isNeutralSite}
          onChange={event => onChange({ isNeutralSite: event.target.checked })}
        >
          <Trans>Neutral site</Trans>
        </CheckField>
      ) : null}
    </div>
  )
})
