import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { CheckoutSection } from './CheckoutSection'
import { OptionCard } from './OptionCard'
import { useCheckoutItemLabels } from './useCheckoutItemLabels'

/** The section with the items for sale: all options of an event, or the one offer of the URL. */
export const ItemSection = observer(function ItemSection() {
  const checkout = useBilling().resolve(checkoutStore)
  const getLabels = useCheckoutItemLabels()
  const { items, item } = checkout.selection
  return (
    <CheckoutSection title={<Trans>Your purchase</Trans>}>
      {headingId => (
        <div className="stack stack--2" role="radiogroup" aria-labelledby={headingId}>
          {items.map(option => {
            const { title, description, trial, price, suffix } = getLabels(option)
            return (
              <OptionCard
                key={option.key}
                group="what"
                checked={option.key === item?.key}
                onSelect={() => checkout.select(option.key)}
                title={title}
                description={description}
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
