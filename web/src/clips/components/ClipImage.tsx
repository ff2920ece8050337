import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { Clip } from '../model'

/** A picture out of the clip; before there is one, that of its game. */
export function ClipImage({ clip, eager }: { clip: Pick<Clip, 'poster' | 'event'>; eager?: boolean }) {
  const { poster, event } = clip
  const picture = poster ?? event?.images.card
  const [first, second] = event?.participants ?? []
  if (picture || !event || !first || !second) return <Picture src={picture} eager={eager} />
  const [away, home] = first.is_home ? [second, first] : [first, second]
  return <Matchup away={toMatchupTeam(away)} home={toMatchupTeam(home)} sport={event.sport} />
}
