import { participantsBySide } from '@/shared/participantsBySide'
import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { ClipSummary } from '../model'

/** A frame of the clip, or the image of its event until the frame exists. */
export function ClipImage({ clip, eager }: { clip: Pick<ClipSummary, 'poster' | 'event'>; eager?: boolean }) {
  const { poster, event } = clip
  const image = poster ?? event?.images.card
  const teams = event && participantsBySide(event)
  if (image || !teams) return <Picture src={image} eager={eager} />
  return <Matchup away={toMatchupTeam(teams.away)} home={toMatchupTeam(teams.home)} sport={event.sport} />
}
