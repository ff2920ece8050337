import { useLingui } from '@lingui/react/macro'
import type { NamedContentRef } from '@/shared/contexts/slots'
import { IconButton } from '@/shared/ui/IconButton'
import { useEngagement } from '../context'
import { positionsStore } from '../stores/PositionsStore'

/** The button on a card that removes it from Continue watching. */
export function RemovePositionButton({ kind, id, name }: NamedContentRef) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const store = engagement.resolve(positionsStore)
  const remove = () =>
    void store.remove({ kind, id }).catch(() => {
      engagement.shell.toasts.show(t`This could not be removed. Please try again.`, { type: 'error' })
    })
  return (
    <IconButton
      className="card__favorite"
      icon="x"
      label={t`Remove from Continue watching: ${name}`}
      onClick={remove}
    />
  )
}
