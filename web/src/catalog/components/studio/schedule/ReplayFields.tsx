import { useLingui } from '@lingui/react/macro'
import { Field, TextField } from '@/shared/ui/Field'
import type { EventForm } from '../../../eventForm'
import { type FormProps, useFieldErrors } from './formFields'

/** When viewers may watch the event after its end. */
export function ReplayField({ form, onChange, errors }: FormProps) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const hints = {
    always: t`Viewers can watch the recording at any time after the end.`,
    next_day: t`Viewers can watch the recording from midnight after the end.`,
    hours: t`Viewers can watch the recording after some hours.`,
    none: t`Viewers cannot watch it after the end. Your team keeps the recording.`,
    window: t`Viewers can watch the recording from the first date until the second one.`,
  }
  return (
    <Field
      label={t`Replay after the end`}
      hint={hints[form.replay]}
      error={errorOf('replay', 'replay.offered')}
    >
      {ids => (
        <select
          {...ids}
          className="select"
          value={form.replay}
          onChange={event => onChange({ replay: event.target.value as EventForm['replay'] })}
        >
          <option value="always">{t`Always`}</option>
          <option value="next_day">{t`From the next day`}</option>
          <option value="hours">{t`After some hours`}</option>
          <option value="none">{t`Live only`}</option>
          <option value="window">{t`Between two dates`}</option>
        </select>
      )}
    </Field>
  )
}

/** The times of the chosen replay rule. */
export function ReplayTimes({ form, onChange, errors }: FormProps) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const hint = t`Empty: no limit`
  if (form.replay === 'always' || form.replay === 'none') return null
  return (
    <div className="event-form__grid">
      {form.replay === 'window' ? (
        <TextField
          label={t`Replay from`}
          type="datetime-local"
          hint={hint}
          error={errorOf('replay.from')}
          value={form.replayFrom}
          onChange={event => onChange({ replayFrom: event.target.value })}
        />
      ) : null}
      {form.replay === 'hours' ? (
        <TextField
          label={t`Hours after the end`}
          inputMode="numeric"
          error={errorOf('replay.delay')}
          value={form.replayHours}
          onChange={event => onChange({ replayHours: event.target.value })}
        />
      ) : null}
      <TextField
        label={t`Replay until`}
        type="datetime-local"
        hint={hint}
        error={errorOf('replay.until')}
        value={form.replayUntil}
        onChange={event => onChange({ replayUntil: event.target.value })}
      />
    </div>
  )
}
