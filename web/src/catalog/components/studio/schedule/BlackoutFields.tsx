import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { TextField } from '@/shared/ui/Field'
import { IconButton } from '@/shared/ui/IconButton'
import { type BlackoutForm, EMPTY_BLACKOUT } from '../../../availabilityForm'
import { type FormProps, useFieldErrors } from './formFields'

/** Whether viewers may watch the event live, and download its recording. */
export function WatchingFields({ form, onChange, errors }: FormProps) {
  const errorOf = useFieldErrors(errors)
  return (
    <div className="stack stack--2">
      <CheckField
        checked={form.hasLive}
        error={errorOf('availability', 'availability.live')}
        onChange={event => onChange({ hasLive: event.target.checked })}
      >
        <Trans>Viewers can watch it live</Trans>
      </CheckField>
      <CheckField
        checked={form.allowsDownloads}
        error={errorOf('availability.download')}
        onChange={event => onChange({ allowsDownloads: event.target.checked })}
      >
        <Trans>Viewers whose pass includes downloads can download the recording</Trans>
      </CheckField>
    </div>
  )
}

/** The blackouts of an event: countries in which it is not available for a time. */
export function BlackoutFields({ form, onChange, errors }: FormProps) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const change = (index: number, changes: Partial<BlackoutForm>) =>
    onChange({
      blackouts: form.blackouts.map((blackout, other) =>
        other === index ? { ...blackout, ...changes } : blackout,
      ),
    })
  return (
    <div className="field stack stack--2">
      <h3 className="label">
        <Trans>Blackouts</Trans>
      </h3>
      {form.blackouts.map((blackout, index) => {
        const number = index + 1
        const path = `blackouts[${index}]`
        return (
          <fieldset key={index} className="event-form__grid">
            <legend className="sr-only">{t`Blackout ${number}`}</legend>
            <TextField
              label={t`Country codes`}
              hint={t`Two letters each, such as US, CA`}
              error={errorOf(`${path}.regions`, path)}
              value={blackout.countries}
              onChange={event => change(index, { countries: event.target.value })}
            />
            <TextField
              label={t`Blackout from`}
              type="datetime-local"
              hint={t`Empty: at once`}
              error={errorOf(`${path}.from`)}
              value={blackout.from}
              onChange={event => change(index, { from: event.target.value })}
            />
            <TextField
              label={t`Hours after the end`}
              inputMode="numeric"
              hint={t`Empty: until the time beside it`}
              error={errorOf(`${path}.hours_after_end`)}
              value={blackout.hours}
              onChange={event => change(index, { hours: event.target.value, until: '' })}
            />
            <TextField
              label={t`Blackout until`}
              type="datetime-local"
              hint={t`Empty: without end`}
              error={errorOf(`${path}.until`)}
              value={blackout.until}
              onChange={event => change(index, { until: event.target.value, hours: '' })}
            />
            <IconButton
              icon="close"
              label={t`Remove blackout ${number}`}
              onClick={() => onChange({ blackouts: form.blackouts.filter((_, other) => other !== index) })}
            />
          </fieldset>
        )
      })}
      <div>
        <Button
          size="s"
          icon="plus"
          onClick={() => onChange({ blackouts: [...form.blackouts, EMPTY_BLACKOUT] })}
        >
          <Trans>Add a blackout</Trans>
        </Button>
      </div>
    </div>
  )
}
