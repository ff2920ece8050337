import { observer } from 'mobx-react-lite'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { participantsBySide } from '@/shared/participantsBySide'
import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { ClipSummary } from '../model'

interface Props {
  clip: Pick<ClipSummary, 'poster' | 'event' | 'event_id'>
  eager?: boolean
}

/** A frame of the clip, or the image of its event until the frame exists. */
export const ClipImage = observer(function ClipImage({ clip, eager }: Props) {
  const { poster, event, event_id } = clip
  const teams = event && participantsBySide(event)
  const isHidden = useSpoilers().isHidden(event_id) && teams !== null
  const image = poster ?? (isHidden ? null : event?.images.card)
  if (image || !teams) return <Picture src={image} eager={eager} />
  return <Matchup away={toMatchupTeam(teams.away)} home={toMatchupTeam(teams.home)} sport={event.sport} />
})
