import { observer } from 'mobx-react-lite'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { participantsBySide } from '@/shared/participantsBySide'
import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { BuyableEvent } from '../model'

/** The image of an event. An event without an image, or with a hidden result, shows a drawn matchup. */
export const EventArt = observer(function EventArt({
  event,
  eager,
}: {
  event: BuyableEvent
  eager?: boolean
}) {
  const isHidden = useSpoilers().isHidden(event.id) && event.stream_status !== 'upcoming'
  const sides = participantsBySide(event)
  const image = isHidden && sides ? null : event.images.card
  if (image || !sides) return <Picture src={image} eager={eager} />
  return <Matchup away={toMatchupTeam(sides.away)} home={toMatchupTeam(sides.home)} sport={event.sport} />
})
