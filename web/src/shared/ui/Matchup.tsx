import { colorDifference } from './colorDifference'
import { cx } from './cx'
import './Matchup.css'

export interface MatchupTeam {
  /** The team's main colour, and the one it takes when the other side's is too close. */
  color: string
  secondColor?: string | null
  crest: string | null
  shortName: string
  score?: number | string | null
}

/** A team of the API as one side of a match-up. */
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
  /** Draws the lines of that sport's surface; any other word draws none. */
  sport?: string | null
  /** On a large poster the crests step back. */
  large?: boolean
}

/** Two main colours closer than this cannot be told apart across the diagonal. */
const MIN_COLOR_DIFFERENCE = 20

/** The away side keeps its colour; the home side changes shirts, as on a pitch. */
export function teamColors(away: MatchupTeam, home: MatchupTeam): { away: string; home: string } {
  const clash = colorDifference(away.color, home.color) < MIN_COLOR_DIFFERENCE
  return { away: away.color, home: clash && home.secondColor ? home.secondColor : home.color }
}

/**
 * The poster of a game that has none: both teams' colours on a diagonal, crests, short names.
 *
 * Its sizes are container units, so it holds from 120 to 1280 px. It says nothing to readers: the
 * card's name does.
 */
export function Matchup({ away, home, sport, large }: Props) {
  const sides = teamColors(away, home)
  return (
    <div
      className={cx('matchup', large && 'matchup--poster')}
      data-sport={sport ?? undefined}
      style={{ '--away': sides.away, '--home': sides.home } as React.CSSProperties}
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
