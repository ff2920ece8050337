import { participantsBySide } from '@/shared/participantsBySide'
import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { BuyableEvent } from '../model'

/** The image of an event. An event without an image shows a drawn matchup. */
export function EventArt({ event, eager }: { event: BuyableEvent; eager?: boolean }) {
  const sides = participantsBySide(event)
  if (event.images.card || !sides) return <Picture src={event.images.card} eager={eager} />
  return <Matchup away={toMatchupTeam(sides.away)} home={toMatchupTeam(sides.home)} sport={event.sport} />
}
