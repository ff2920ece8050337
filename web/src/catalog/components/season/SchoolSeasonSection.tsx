import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { useStartText } from '@/shared/hooks/useStartText'
import { PanelError } from '@/shared/ui/PanelError'
import { TableHead } from '@/shared/ui/TableHead'
import { filteredPath } from '../../filters'
import type { GroupSeason, GroupTeamSeason } from '../../seasonApi'
import { useTeamName } from '../schedule/useFilterLabels'
import { RecordText, StreakText } from './RecordText'
import type { SeasonState } from './useSeason'
import { useSeasonTexts } from './useSeasonTexts'
import './Season.css'

/** The season on a school's page: the record, streak and next game of its teams and co-ops. */
export const SchoolSeasonSection = observer(function SchoolSeasonSection({
  season,
}: {
  season: SeasonState<GroupSeason>
}) {
  const { t } = useLingui()
  const texts = useSeasonTexts()
  const { value } = season
  if (season.hasFailed) {
    return (
      <PanelError title={t`The season could not be loaded`} onRetry={season.retry} busy={season.isBusy} />
    )
  }
  const teams = value?.teams.filter(({ record, next_game }) => record || next_game) ?? []
  if (!value || teams.length === 0) return null
  return (
    <section className="season" aria-labelledby="season-title">
      <h2 id="season-title" className="display h2">
        <Trans>Season {texts.years(value)}</Trans>
      </h2>
      <table className="table season__table" aria-labelledby="season-title">
        <TableHead headings={[t`Team`, t`Record`, t`Streak`, t`Next game`]} />
        <tbody>
          {teams.map(row => (
            <TeamRow key={row.team.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
})

function TeamRow({ row: { team, record, streak, next_game: next } }: { row: GroupTeamSeason }) {
  const { t } = useLingui()
  const teamName = useTeamName()
  const texts = useSeasonTexts()
  const when = useStartText()
  return (
    <tr>
      <td data-label={t`Team`}>
        <Link className="season__link" to={filteredPath('/', { team: team.alias || team.name })}>
          {teamName(team)}
        </Link>
      </td>
      <td data-label={t`Record`}>{record ? <RecordText record={record} /> : null}</td>
      <td data-label={t`Streak`}>{streak ? <StreakText streak={streak} /> : null}</td>
      <td data-label={t`Next game`}>
        {next ? (
          <span>
            <Link className="season__link" to={`/watch/${next.event_id}`}>
              {texts.opponent(next)}
            </Link>
            , {when(next)}
          </span>
        ) : null}
      </td>
    </tr>
  )
}
