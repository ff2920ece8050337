import { participantsBySide } from '@/shared/participantsBySide'
import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import { type EventItem, shownScore } from '../../model'

interface Props {
  event: EventItem
  /** Whether to use the large image, and smaller crests in a drawn matchup. */
  large?: boolean
  eager?: boolean
}

/** The image of an event. A game without an image gets a drawn matchup. */
export function EventPoster({ event, large, eager }: Props) {
  const picture = (large ? event.images.poster : null) ?? event.images.card
  const sides = participantsBySide(event)
  if (picture || !sides) return <Picture src={picture} eager={eager} />
  const score = large ? null : shownScore(event)
  return (
    <Matchup
      away={toMatchupTeam(sides.away, score?.away)}
      home={toMatchupTeam(sides.home, score?.home)}
      sport={event.sport}
      large={large}
    />
  )
}
