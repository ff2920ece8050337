import { useLingui } from '@lingui/react/macro'
import { participantsBySide } from '@/shared/participantsBySide'
import type { EventItem } from '../../model'

/** Return a function that names a game as people say it: `Harlan Falls at Cedar Ridge`. */
export function useGameName() {
  const { t } = useLingui()
  return (event: EventItem | null): string => {
    const sides = event && participantsBySide(event)
    if (!sides) return event?.name ?? t`Game`
    const [away, home] = [sides.away.name, sides.home.name]
    return t`${away} at ${home}`
  }
}
