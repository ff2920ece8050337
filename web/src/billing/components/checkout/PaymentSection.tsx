import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { brandName, formatExpiry, isExpired } from '../../cardLabels'
import { useBilling } from '../../context'
import type { SavedCard } from '../../model'
import { checkoutStore, NEW_CARD } from '../../stores/CheckoutStore'
import { CheckoutSection } from './CheckoutSection'
import { NewCard } from './NewCard'
import { OptionCard } from './OptionCard'
import type { CardEntry } from './useCardEntry'

/** The section with the payment methods: the saved cards and a new card. */
export const PaymentSection = observer(function PaymentSection({ entry }: { entry: CardEntry }) {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const checkout = useBilling().resolve(checkoutStore)
  const { cards, list } = checkout.cards
  const { cardId, missing } = checkout
  const isNew = cardId === NEW_CARD
  return (
    <CheckoutSection
      title={<Trans>Payment method</Trans>}
      error={missing.card && getErrorMessage(missing.card)}
    >
      {headingId => (
        <>
          {list.error ? <CardsFailed /> : null}
          <div className="stack stack--2" role="radiogroup" aria-labelledby={headingId}>
            {list.isBusy && cards.length === 0 ? <SkeletonLine height={76} /> : null}
            {cards.map(card => (
              <SavedCardOption key={card.id} card={card} />
            ))}
            <OptionCard
              group="card"
              checked={isNew}
              onSelect={() => checkout.selectCard(NEW_CARD)}
              title={t`New card`}
              description={isNew ? null : t`Enter card details`}
              end={<Icon name="plus" />}
            />
          </div>
          {isNew ? <NewCard entry={entry} /> : null}
        </>
      )}
    </CheckoutSection>
  )
})

const SavedCardOption = observer(function SavedCardOption({ card }: { card: SavedCard }) {
  const { t } = useLingui()
  const checkout = useBilling().resolve(checkoutStore)
  const brand = brandName(card.brand)
  const expiry = formatExpiry(card)
  const lines = [
    isExpired(card) ? t`Expired ${expiry}` : t`Expires ${expiry}`,
    card.is_default ? t`your default card` : null,
  ]
  return (
    <OptionCard
      group="card"
      checked={checkout.cardId === card.id}
      onSelect={() => checkout.selectCard(card.id)}
      title={t`${brand} ending in ${card.last4}`}
      description={lines.filter(Boolean).join(', ')}
      end={
        <span className="card-mark" aria-hidden="true">
          {BRAND_LABELS[card.brand] ?? brand.slice(0, 4).toUpperCase()}
        </span>
      }
    />
  )
})

const BRAND_LABELS: Readonly<Record<string, string>> = { visa: 'VISA', mastercard: 'MC', amex: 'AMEX' }

/** The notice that the saved cards failed to load. The viewer can still pay with a new card. */
const CardsFailed = observer(function CardsFailed() {
  const { cards } = useBilling().resolve(checkoutStore)
  return (
    <div className="cluster" role="status">
      <p className="hint">
        <Trans>Your saved cards could not be loaded.</Trans>
      </p>
      <Button size="s" busy={cards.list.isBusy} onClick={() => void cards.load()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
})
