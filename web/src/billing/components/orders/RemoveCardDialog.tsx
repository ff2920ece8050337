import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { brandName } from '../../cardLabels'
import { useBilling } from '../../context'
import type { SavedCard } from '../../model'
import { cardsStore } from '../../stores/CardsStore'

interface Props {
  card: SavedCard
  /** The heading of the list. It receives the focus, because the Remove button disappears with its card. */
  heading: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The dialog that confirms the removal of a saved card. */
export default observer(function RemoveCardDialog({ card, heading, onClose }: Props) {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const billing = useBilling()
  const store = billing.resolve(cardsStore)
  const { removal } = store
  useEffect(() => () => removal.clear(), [removal])
  const brand = brandName(card.brand)
  const name = t`${brand} ending in ${card.last4}`

  async function remove() {
    if (!(await store.remove(card.id))) return
    billing.shell.toasts.show(t`${name} was removed`, { type: 'success' })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      finalFocus={() => (store.cards.some(({ id }) => id === card.id) ? null : heading.current)}
      title={t`Remove ${name}?`}
      description={t`We and our payment provider will delete this card. Subscriptions that use it need another card before they renew.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep</Trans>
          </Button>
          <Button kind="danger" busy={removal.isBusy} onClick={() => void remove()}>
            <Trans>Remove</Trans>
          </Button>
        </>
      }
    >
      <FormError message={removal.errorMessage === null ? null : getErrorMessage(removal.errorMessage)} />
    </Dialog>
  )
})
