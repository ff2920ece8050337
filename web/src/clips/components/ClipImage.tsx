import { Matchup, type MatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { Clip, Team } from '../model'

/** A picture out of the clip; before there is one, that of its game. */
export function ClipImage({ clip, eager }: { clip: Pick<Clip, 'poster' | 'event'>; eager?: boolean }) {
  const { poster, event } = clip
  const picture = poster ?? event?.images.card
  const [first, second] = event?.participants ?? []
  if (picture || !event || !first || !second) return <Picture src={picture} eager={eager} />
  const [away, home] = first.is_home ? [second, first] : [first, second]
  return <Matchup away={toMatchupTeam(away)} home={toMatchupTeam(home)} sport={event.sport} />
}

const toMatchupTeam = ({ color, color_2, images, short_name }: Team): MatchupTeam => ({
  color: color ?? 'var(--surface-3)',
  secondColor: color_2,
  crest: images.logo,
  shortName: short_name,
})
