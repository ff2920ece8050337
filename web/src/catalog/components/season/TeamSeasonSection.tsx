import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useStartText } from '@/shared/hooks/useStartText'
import { cx } from '@/shared/ui/cx'
import { PanelError } from '@/shared/ui/PanelError'
import { useCatalog } from '../../context'
import { filteredPath } from '../../filters'
import type { Participant } from '../../model'
import type { SeasonGame, TeamSeason } from '../../seasonApi'
import { RecordText } from './RecordText'
import { StandingsLink } from './StandingsLink'
import type { SeasonState } from './useSeason'
import { useSeasonTexts } from './useSeasonTexts'
import './Season.css'

/** The season on a team's page: its last results, its next games, and its record against each opponent. */
export const TeamSeasonSection = observer(function TeamSeasonSection({
  season,
  team,
}: {
  season: SeasonState<TeamSeason>
  team: Participant
}) {
  const { t } = useLingui()
  const { categories } = useCatalog().shell.channel
  const texts = useSeasonTexts()
  const { value } = season
  if (season.hasFailed) {
    return (
      <PanelError title={t`The season could not be loaded`} onRetry={season.retry} busy={season.isBusy} />
    )
  }
  if (!value || (value.results.length === 0 && value.next_games.length === 0)) return null
  return (
    <section className="season" aria-labelledby="season-title">
      <div className="season__head">
        <h2 id="season-title" className="display h2">
          <Trans>Season {texts.years(value)}</Trans>
        </h2>
        <StandingsLink category={categories.find(({ id }) => id === team.event_category_id)} />
      </div>
      <div className="season__columns">
        <SeasonColumn title={t`Results`} isEmpty={value.results.length === 0}>
          {value.results.map(game => (
            <SeasonGameRow key={game.event_id} game={game} />
          ))}
        </SeasonColumn>
        <SeasonColumn title={t`Next games`} isEmpty={value.next_games.length === 0}>
          {value.next_games.map(game => (
            <SeasonGameRow key={game.event_id} game={game} />
          ))}
        </SeasonColumn>
        <SeasonColumn title={t`Against each opponent`} isEmpty={value.opponents.length === 0}>
          {value.opponents.map(({ opponent, record }) => (
            <li key={opponent.id} className="season__game">
              <TeamLink team={opponent} />
              {record ? (
                <span className="season__result">
                  <RecordText record={record} />
                </span>
              ) : null}
            </li>
          ))}
        </SeasonColumn>
      </div>
    </section>
  )
})

interface ColumnProps {
  title: string
  isEmpty: boolean
  children: ReactNode
}

function SeasonColumn({ title, isEmpty, children }: ColumnProps) {
  if (isEmpty) return null
  return (
    <div className="season__column">
      <h3 className="season__heading">{title}</h3>
      <ul className="season__list">{children}</ul>
    </div>
  )
}

/** A game in one row: the opponent, the day, and the result for the team. */
function SeasonGameRow({ game }: { game: SeasonGame }) {
  const texts = useSeasonTexts()
  const when = useStartText()
  return (
    <li className="season__game">
      <span className="season__opponent">
        <Link className="season__link" to={`/watch/${game.event_id}`}>
          {texts.opponent(game)}
        </Link>
        <small>{[when(game), game.label].filter(Boolean).join(', ')}</small>
      </span>
      {game.outcome ? (
        <span className="season__result">
          <span className={cx('season__outcome', `season__outcome--${game.outcome}`)}>
            {texts.outcome(game.outcome)}
          </span>
          {game.text}
        </span>
      ) : null}
    </li>
  )
}

/** A link to the page of a team. */
export function TeamLink({ team }: { team: Participant }) {
  return (
    <Link className="season__link" to={filteredPath('/', { team: team.alias || team.name })}>
      {team.name}
    </Link>
  )
}
