import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { CheckoutSection } from './CheckoutSection'
import { OptionCard } from './OptionCard'
import { useCheckoutItemLabels } from './useCheckoutItemLabels'

/** What is bought: everything that opens the game, or the one thing that was asked for. */
export const ItemSection = observer(function ItemSection() {
  const checkout = useBilling().resolve(checkoutStore)
  const wordsOf = useCheckoutItemLabels()
  const { items: choices, item: choice } = checkout.selection
  return (
    <CheckoutSection title={<Trans>Your purchase</Trans>}>
      {heading => (
        <div className="stack stack--2" role="radiogroup" aria-labelledby={heading}>
          {choices.map(one => {
            const { title, description: line, trial, price, suffix } = wordsOf(one)
            return (
              <OptionCard
                key={one.key}
                group="what"
                checked={one.key === choice?.key}
                onChoose={() => checkout.choose(one.key)}
                title={title}
                line={line}
                details={trial}
                end={
                  <span className="option__price">
                    {price}
                    <small>{suffix}</small>
                  </span>
                }
              />
            )
          })}
        </div>
      )}
    </CheckoutSection>
  )
})
