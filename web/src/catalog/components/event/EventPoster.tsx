import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import { type EventItem, participantsBySide, shownScore } from '../../model'

interface Props {
  event: EventItem
  /** On the watch page: the large picture, and crests that step back. */
  large?: boolean
  eager?: boolean
}

/** A game's picture; one that has none gets a drawn match-up. */
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
