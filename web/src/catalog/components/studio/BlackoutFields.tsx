import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { IconButton } from '@/shared/ui/IconButton'
import { type BlackoutForm, EMPTY_BLACKOUT } from '../../availabilityForm'
import './BlackoutFields.css'

interface Props {
  blackouts: readonly BlackoutForm[]
  onChange: (blackouts: readonly BlackoutForm[]) => void
  /** Returns the message at one of the paths, such as `blackouts[0].until`. */
  errorOf: (...paths: string[]) => string | undefined
}

/** Blackouts: countries in which something is not available for a time. */
export function BlackoutFields({ blackouts, onChange, errorOf }: Props) {
  const { t } = useLingui()
  const change = (index: number, changes: Partial<BlackoutForm>) =>
    onChange(
      blackouts.map((blackout, other) => (other === index ? { ...blackout, ...changes } : blackout)),
    )
  return (
    <div className="field stack stack--2">
      <h3 className="label">
        <Trans>Blackouts</Trans>
      </h3>
      {blackouts.map((blackout, index) => {
        const number = index + 1
        const path = `blackouts[${index}]`
        return (
          <fieldset key={index} className="blackout-fields">
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
              onClick={() => onChange(blackouts.filter((_, other) => other !== index))}
            />
          </fieldset>
        )
      })}
      <div>
        <Button size="s" icon="plus" onClick={() => onChange([...blackouts, EMPTY_BLACKOUT])}>
          <Trans>Add a blackout</Trans>
        </Button>
      </div>
    </div>
  )
}
