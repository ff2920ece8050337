import { colorDifference } from './colorDifference'
import { cx } from './cx'
import './Matchup.css'

export interface MatchupTeam {
  /** The team's main color. `secondColor` replaces it if the other team's color is too similar. */
  color: string
  secondColor?: string | null
  crest: string | null
  shortName: string
  score?: number | string | null
}

/** Convert a team of the API to one side of a matchup. */
export const toMatchupTeam = (
  team: { color: string | null; color_2: string | null; images: { logo: string | null }; short_name: string },
  score?: number,
): MatchupTeam => ({
  color: team.color ?? 'var(--surface-3)',
  secondColor: team.color_2,
  crest: team.images.logo,
  shortName: team.short_name,
  score,
})

interface Props {
  away: MatchupTeam
  home: MatchupTeam
  /** The sport. It sets the lines of the playing surface. Unknown sports have no lines. */
  sport?: string | null
  /** Whether this is a large poster, on which the crests are less prominent. */
  large?: boolean
}

/** Smallest CIEDE2000 difference at which two main colors are distinguishable across the diagonal. */
const MIN_COLOR_DIFFERENCE = 20

/** Return the colors of both teams. The home team changes its color if both are too similar. */
export function teamColors(away: MatchupTeam, home: MatchupTeam): { away: string; home: string } {
  const isTooSimilar = colorDifference(away.color, home.color) < MIN_COLOR_DIFFERENCE
  return { away: away.color, home: isTooSimilar && home.secondColor ? home.secondColor : home.color }
}

/**
 * The poster of an event without an image: both teams' colors, crests and short names.
 *
 * Its sizes are container units, so it works from 120 to 1280 px. Screen readers skip it and read the
 * card's name instead.
 */
export function Matchup({ away, home, sport, large }: Props) {
  const colors = teamColors(away, home)
  return (
    <div
      className={cx('matchup', large && 'matchup--poster')}
      data-sport={sport ?? undefined}
      style={{ '--away': colors.away, '--home': colors.home } as React.CSSProperties}
      aria-hidden="true"
    >
      <Half side="away" crest={away.crest} />
      <Half side="home" crest={home.crest} />
      <div className="matchup__floor" />
      <div className="matchup__floor" />
      <div className="matchup__side matchup__side--away">
        <Crest url={away.crest} />
        <b>
          {away.shortName}
          {hasScore(away) ? <i>{away.score}</i> : null}
        </b>
      </div>
      <div className="matchup__side matchup__side--home">
        <Crest url={home.crest} />
        <b>
          {hasScore(home) ? <i>{home.score}</i> : null}
          {home.shortName}
        </b>
      </div>
    </div>
  )
}

const hasScore = (team: MatchupTeam) => team.score !== null && team.score !== undefined

function Half({ side, crest }: { side: 'away' | 'home'; crest: string | null }) {
  return (
    <div className={`matchup__half matchup__half--${side}`}>
      {crest ? (
        <img className="matchup__watermark" src={crest} alt="" width="200" height="200" loading="lazy" />
      ) : null}
    </div>
  )
}

function Crest({ url }: { url: string | null }) {
  return url ? <img src={url} alt="" width="200" height="200" loading="lazy" /> : null
}
