import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatMoney } from '@/shared/format/money'
import { TextField } from '@/shared/ui/Field'
import { useBilling } from '../../context'
import { suggestedAmounts } from '../../priceChoice'
import { checkoutStore } from '../../stores/CheckoutStore'
import { CheckoutSection } from './CheckoutSection'
import { OptionCard } from './OptionCard'

/** The section in which the viewer chooses the amount of a donation, or what they pay for a game or a pass. */
export const AmountSection = observer(function AmountSection() {
  const { t, i18n } = useLingui()
  const checkout = useBilling().resolve(checkoutStore)
  const { listedItem: item, amountText } = checkout.selection
  if (!item?.choice) return null
  const { minimum, maximum } = item.choice
  const format = (amount: string) => formatMoney(amount, item.currency, i18n.locale)
  const suggestions = suggestedAmounts(item)
  const [lowest, highest] = [format(minimum), format(maximum)]
  return (
    <CheckoutSection title={<Trans>Amount</Trans>}>
      {headingId => (
        <div className="stack stack--2">
          <div className="stack stack--2" role="radiogroup" aria-labelledby={headingId}>
            {suggestions.map(amount => (
              <OptionCard
                key={amount}
                group="amount"
                checked={amountText === null ? amount === item.price : amountText === amount}
                onSelect={() => checkout.chooseAmount(amount)}
                title={format(amount)}
              />
            ))}
          </div>
          <TextField
            label={t`Another amount in ${item.currency}`}
            hint={t`From ${lowest} to ${highest}`}
            inputMode="decimal"
            autoComplete="off"
            error={checkout.missing.amount && t`Enter an amount from ${lowest} to ${highest}.`}
            value={amountText === null || suggestions.includes(amountText) ? '' : amountText}
            onChange={event => checkout.chooseAmount(event.target.value)}
          />
        </div>
      )}
    </CheckoutSection>
  )
})
