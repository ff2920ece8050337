import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Field, TextField } from '@/shared/ui/Field'
import { useCatalog } from '../../../context'
import { type FormProps, useFieldErrors } from './formFields'

/** Who may watch an event, and its price if it is sold. */
export const PriceFields = observer(function PriceFields({ form, onChange, errors }: FormProps) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const { currency } = useCatalog().shell.channel.settings
  return (
    <div className="event-form__grid">
      <Field label={t`Who may watch`} error={errorOf('pass')}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={form.pass}
            onChange={event => onChange({ pass: event.target.value })}
          >
            <option value="free">{t`Everyone`}</option>
            <option value="register">{t`Viewers with an account`}</option>
            <option value="paid">{t`Viewers with a pass`}</option>
            <option value="ppv">{t`Only buyers of this event`}</option>
          </select>
        )}
      </Field>
      {form.pass === 'paid' || form.pass === 'ppv' ? (
        <div className="event-form__score">
          <TextField
            label={t`Price in ${currency}`}
            inputMode="decimal"
            hint={form.pass === 'paid' ? t`Empty: the price of a single event` : undefined}
            error={errorOf('price.base', 'price')}
            value={form.price}
            onChange={event => onChange({ price: event.target.value })}
          />
          <TextField
            label={t`Service fee`}
            inputMode="decimal"
            error={errorOf('price.fee')}
            value={form.fee}
            onChange={event => onChange({ fee: event.target.value })}
          />
        </div>
      ) : null}
    </div>
  )
})
