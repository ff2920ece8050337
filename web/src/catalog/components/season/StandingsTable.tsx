import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { cx } from '@/shared/ui/cx'
import { filteredPath } from '../../filters'
import type { Standing, Standings } from '../../seasonApi'
import { StreakText } from './RecordText'
import { useSeasonTexts } from './useSeasonTexts'
import './Standings.css'

interface Column {
  /** The heading that is seen, and the one that is read. */
  short: string
  name: string
  value: (standing: Standing) => string | number | null
  /** Small screens have no room for it. */
  isWide?: boolean
  isMain?: boolean
}

/** The standings of a category as a table. Small screens show short names and fewer columns. */
export function StandingsTable({ standings }: { standings: Standings }) {
  const { t } = useLingui()
  const columns = useColumns(standings)
  return (
    <table className="standings">
      <caption className="sr-only">{t`Standings: ${standings.category.name}`}</caption>
      <thead>
        <tr>
          <th scope="col" className="standings__rank">
            <span aria-hidden="true">{t({ message: '#', context: 'rank' })}</span>
            <span className="sr-only">{t`Rank`}</span>
          </th>
          <th scope="col">{t`Team`}</th>
          {columns.map(({ short, name, isWide }) => (
            <th key={name} scope="col" className={cx('standings__num', isWide && 'standings__wide')}>
              <span aria-hidden="true">{short}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
          <th scope="col" className="standings__streak">{t`Streak`}</th>
        </tr>
      </thead>
      <tbody>
        {standings.rows.map(standing => (
          <tr key={standing.team.id}>
            <td className="standings__rank">{standing.rank ?? '–'}</td>
            <th scope="row" className="standings__team">
              <TeamCell standing={standing} />
            </th>
            {columns.map(({ name, value, isWide, isMain }) => (
              <td
                key={name}
                className={cx('standings__num', isWide && 'standings__wide', isMain && 'standings__main')}
              >
                {value(standing) ?? '–'}
              </td>
            ))}
            <td className="standings__streak">
              {standing.streak ? <StreakText streak={standing.streak} /> : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TeamCell({ standing: { team } }: { standing: Standing }) {
  return (
    <Link className="standings__link" to={filteredPath('/', { team: team.alias || team.name })}>
      {team.images.logo ? (
        <img src={team.images.logo} alt="" width="200" height="200" loading="lazy" />
      ) : null}
      <span className="standings__name">{team.name}</span>
    </Link>
  )
}

/** Return the columns that the sport counts. */
function useColumns({ has_points, has_ties, has_overtime_losses }: Standings): Column[] {
  const { t } = useLingui()
  const texts = useSeasonTexts()
  const optional = (isCounted: boolean, column: Column) => (isCounted ? [column] : [])
  return [
    {
      short: t({ message: 'GP', context: 'standings' }),
      name: t`Games played`,
      value: ({ record }) => record?.played ?? 0,
      isWide: true,
    },
    {
      short: t({ message: 'W', context: 'standings' }),
      name: t`Wins`,
      value: ({ record }) => record?.won ?? 0,
    },
    {
      short: t({ message: 'L', context: 'standings' }),
      name: t`Losses`,
      value: ({ record }) => record?.lost ?? 0,
    },
    ...optional(has_ties, {
      short: t({ message: 'T', context: 'standings' }),
      name: t`Ties`,
      value: ({ record }) => record?.tied ?? 0,
    }),
    ...optional(has_overtime_losses, {
      short: t({ message: 'OTL', context: 'standings' }),
      name: t`Overtime losses`,
      value: ({ record }) => record?.overtime_losses ?? 0,
    }),
    has_points
      ? {
          short: t({ message: 'Pts', context: 'standings' }),
          name: t({ message: 'Points', context: 'standings' }),
          value: ({ record }) => record?.points ?? 0,
          isMain: true,
        }
      : {
          short: t({ message: 'Pct', context: 'standings' }),
          name: t`Share of wins`,
          value: ({ record }) => (record ? texts.share(record.win_share) : null),
          isMain: true,
        },
    {
      short: t({ message: 'For', context: 'standings' }),
      name: t`Score for`,
      value: ({ record }) => record?.scored ?? 0,
      isWide: true,
    },
    {
      short: t({ message: 'Against', context: 'standings' }),
      name: t`Score against`,
      value: ({ record }) => record?.allowed ?? 0,
      isWide: true,
    },
    {
      short: t({ message: 'Diff', context: 'standings' }),
      name: t`Difference`,
      value: ({ record }) => formatDifference(record ? record.scored - record.allowed : 0),
      isWide: true,
    },
  ]
}

/** Return a difference with its sign: `+3`, `−2`, `0`. */
const formatDifference = (value: number) => (value > 0 ? `+${value}` : String(value).replace('-', '−'))
