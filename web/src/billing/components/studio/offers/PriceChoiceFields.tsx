import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LocalizedField } from '@/shared/studio/LocalizedField'
import { CheckField } from '@/shared/ui/CheckField'
import { TextField } from '@/shared/ui/Field'
import { useBilling } from '../../../context'
import { DONATION } from '../../../priceChoiceForm'
import type { OfferFieldsProps } from './offerFieldsProps'

/** The amounts that viewers may pay, if they choose the price of a package, and the note on its receipts. */
export const PriceChoiceFields = observer(function PriceChoiceFields(props: OfferFieldsProps) {
  const { form, onChange, errorFor } = props
  const { t } = useLingui()
  const { settings } = useBilling().shell.channel
  const isDonation = form.type === DONATION
  return (
    <>
      {isDonation ? null : (
        <CheckField
          checked={form.choosesPrice}
          onChange={event => onChange({ choosesPrice: event.target.checked })}
        >
          {t`Viewers choose the amount`}
        </CheckField>
      )}
      {form.choosesPrice || isDonation ? <AmountFields {...props} /> : null}
      <LocalizedField
        label={t`Note on the receipt`}
        hint={t`Such as the tax ID of a nonprofit. Empty: no note`}
        settings={settings}
        error={errorFor('receipt_note')}
        value={form.receiptNote}
        onChange={receiptNote => onChange({ receiptNote })}
      />
    </>
  )
})

function AmountFields({ form, onChange, errorFor }: OfferFieldsProps) {
  const { t } = useLingui()
  const isDonation = form.type === DONATION
  return (
    <div className="offer-form__grid">
      <TextField
        label={t`Lowest amount`}
        hint={isDonation ? t`More than 0` : t`With 0, viewers may pay nothing.`}
        inputMode="decimal"
        autoComplete="off"
        error={errorFor('price_choice.minimum') ?? errorFor('price_choice')}
        value={form.minimum}
        onChange={event => onChange({ minimum: event.target.value })}
      />
      <TextField
        label={t`Highest amount`}
        inputMode="decimal"
        autoComplete="off"
        error={errorFor('price_choice.maximum')}
        value={form.maximum}
        onChange={event => onChange({ maximum: event.target.value })}
      />
      <TextField
        label={t`Suggested amounts`}
        hint={t`Up to 6, with spaces in between. The price above is selected first.`}
        autoComplete="off"
        error={errorFor('price_choice.suggested')}
        value={form.suggested}
        onChange={event => onChange({ suggested: event.target.value })}
      />
    </div>
  )
}
