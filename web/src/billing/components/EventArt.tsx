import { Matchup, type MatchupTeam } from '@/shared/ui/Matchup'
import { Picture } from '@/shared/ui/Picture'
import type { BuyableEvent, Team } from '../model'

/** A game's picture; one that has none gets a drawn match-up. */
export function EventArt({ event, eager }: { event: BuyableEvent; eager?: boolean }) {
  const [first, second] = event.participants
  if (event.images.card || !first || !second) return <Picture src={event.images.card} eager={eager} />
  const [away, home] = first.is_home ? [second, first] : [first, second]
  return <Matchup away={toMatchupTeam(away)} home={toMatchupTeam(home)} sport={event.sport} />
}

const toMatchupTeam = (team: Team): MatchupTeam => ({
  color: team.color ?? 'var(--surface-3)',
  secondColor: team.color_2,
  crest: team.images.logo,
  shortName: team.short_name,
})
