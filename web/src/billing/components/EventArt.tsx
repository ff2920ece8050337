import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { BuyableEvent } from '../model'

/** A game's picture; one that has none gets a drawn match-up. */
export function EventArt({ event, eager }: { event: BuyableEvent; eager?: boolean }) {
  const [first, second] = event.participants
  if (event.images.card || !first || !second) return <Picture src={event.images.card} eager={eager} />
  const [away, home] = first.is_home ? [second, first] : [first, second]
  return <Matchup away={toMatchupTeam(away)} home={toMatchupTeam(home)} sport={event.sport} />
}
