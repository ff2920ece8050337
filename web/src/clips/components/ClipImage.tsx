import { participantsBySide } from '@/shared/participantsBySide'
import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { Clip } from '../model'

/** A frame of the clip, or the image of its event until the clip has one. */
export function ClipImage({ clip, eager }: { clip: Pick<Clip, 'poster' | 'event'>; eager?: boolean }) {
  const { poster, event } = clip
  const picture = poster ?? event?.images.card
  const sides = event && participantsBySide(event)
  if (picture || !sides) return <Picture src={picture} eager={eager} />
  return <Matchup away={toMatchupTeam(sides.away)} home={toMatchupTeam(sides.home)} sport={event.sport} />
}
