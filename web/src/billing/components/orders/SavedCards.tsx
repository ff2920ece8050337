import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { PanelError } from '@/shared/ui/PanelError'
import { useBilling } from '../../context'
import type { SavedCard } from '../../model'
import { cardsStore } from '../../stores/CardsStore'
import { PortalButton } from './PortalButton'
import { SavedCardRow } from './SavedCardRow'

const RemoveCardDialog = lazyComponent(() => import('./RemoveCardDialog'))

/** The viewer's saved cards, with a link to the payment provider's page for them. */
export const SavedCards = observer(function SavedCards() {
  const { t } = useLingui()
  const billing = useBilling()
  const store = billing.resolve(cardsStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const [cardToRemove, setCardToRemove] = useState<SavedCard | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { value, error, isBusy } = store.list
  if (!billing.shell.channel.payments) return null
  return (
    <section className="section stack" aria-busy={isBusy && !value}>
      <h2 ref={heading} className="display h2" tabIndex={-1}>
        <Trans>Payment methods</Trans>
      </h2>
      {value ? (
        <CardList cards={value} onRemove={setCardToRemove} />
      ) : error ? (
        <PanelError title={t`Your cards could not be loaded`} onRetry={load} busy={isBusy} />
      ) : (
        <div className="cards">
          {[0, 1].map(index => (
            <div key={index} className="saved-card saved-card--skeleton skel" />
          ))}
        </div>
      )}
      <div className="actions">
        <PortalButton>
          <Trans>Manage payment methods</Trans>
        </PortalButton>
      </div>
      {cardToRemove ? (
        <RemoveCardDialog card={cardToRemove} heading={heading} onClose={() => setCardToRemove(null)} />
      ) : null}
    </section>
  )
})

function CardList({ cards, onRemove }: { cards: readonly SavedCard[]; onRemove: (card: SavedCard) => void }) {
  if (cards.length === 0) {
    return (
      <p className="muted">
        <Trans>You have no saved cards. You can save one at checkout.</Trans>
      </p>
    )
  }
  return (
    <ul className="cards">
      {cards.map(card => (
        <SavedCardRow
          key={card.id}
          card={card}
          onPreload={RemoveCardDialog.preload}
          onRemove={() => onRemove(card)}
        />
      ))}
    </ul>
  )
}
