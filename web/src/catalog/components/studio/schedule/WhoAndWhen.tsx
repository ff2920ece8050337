import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { CheckField } from '@/shared/ui/CheckField'
import { ComboboxField } from '@/shared/ui/ComboboxField'
import { TextField } from '@/shared/ui/Field'
import type { ChoiceSection } from '../../../stores/studio/ScheduleStore'
import { type FormProps, useCreateChoice, useEventOptions, useFieldErrors } from './formFields'

interface Props extends FormProps {
  /** Whether the first empty field of category and teams gets the focus. */
  autoFocus?: boolean
}

/** The fields that every event needs: category, teams, start and place. */
export const WhoAndWhen = observer(function WhoAndWhen({ form, onChange, errors, autoFocus }: Props) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const { teams, categories, locations } = useEventOptions()
  const createChoice = useCreateChoice()
  const placeholder = t`Type a name`

  /** Return what creates a choice with a name, and sets the field to it. */
  function creator(section: ChoiceSection, field: 'away' | 'home' | 'category' | 'location') {
    return (name: string) => void createChoice(section, name).then(key => key && onChange({ [field]: key }))
  }

  return (
    <div className="event-form__grid">
      <ComboboxField
        label={t`Category`}
        placeholder={placeholder}
        error={errorOf('category')}
        options={categories}
        value={form.category}
        autoFocus={autoFocus && !form.category}
        onChange={category => onChange({ category })}
        onCreate={creator('categories', 'category')}
      />
      <ComboboxField
        label={t`Location`}
        placeholder={placeholder}
        error={errorOf('location')}
        options={locations}
        value={form.location}
        onChange={location => onChange({ location })}
        onCreate={creator('locations', 'location')}
      />
      <ComboboxField
        label={t`Away team`}
        placeholder={placeholder}
        error={errorOf('away')}
        options={teams}
        value={form.away}
        autoFocus={autoFocus && Boolean(form.category)}
        onChange={away => onChange({ away })}
        onCreate={creator('participants', 'away')}
      />
      <ComboboxField
        label={t`Home team`}
        placeholder={placeholder}
        error={errorOf('home')}
        options={teams}
        value={form.home}
        onChange={home => onChange({ home })}
        onCreate={creator('participants', 'home')}
      />
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
