import { useLingui } from '@lingui/react/macro'
import type { ThingFacts } from '@/shared/parts'
import { IconButton } from '@/shared/ui/IconButton'
import { useEngagement } from '../context'
import { positionsStore } from '../stores/PositionsStore'

/** On a card of what is begun: takes it out of there. */
export function ForgetButton({ kind, id, name }: ThingFacts) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const store = engagement.bring(positionsStore)
  const forget = () =>
    void store.forget({ kind, id }).catch(() => {
      engagement.shell.toasts.show(t`This could not be removed. Please try again.`, { type: 'error' })
    })
  return (
    <IconButton
      className="card__heart"
      icon="x"
      label={t`Remove from Continue watching: ${name}`}
      onClick={forget}
    />
  )
}
