import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { type Followable, Slot } from '@/shared/contexts/slots'
import type { Group } from '@/shared/shell'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { FILTER_NAMES, type Filters, filteredPath } from '../../filters'
import type { Participant } from '../../model'
import type { TeamSeason } from '../../seasonApi'
import { CalendarMenu } from '../schedule/CalendarMenu'
import { useFilterLabels, useTeamName } from '../schedule/useFilterLabels'
import { TeamRecord } from './TeamRecord'
import type { HomeSubject } from './useHomeSubject'
import './HomeHeader.css'

interface Props {
  filters: Filters
  subject: HomeSubject
  season: TeamSeason | null
}

/** The header of a filtered home page: the crest, name and colors of a school or team, or the names of the filters. */
export const HomeHeader = observer(function HomeHeader({ filters, subject, season }: Props) {
  const { school, team } = subject
  const { eventRails } = useCatalog().home
  const title = useHomeTitle(filters, subject)
  const teamName = useTeamName()
  const isUnknown = !school && !team && eventRails.value?.length === 0
  const crest = team?.images.logo ?? school?.images.logo
  const nickname = team?.group?.nickname ?? school?.nickname
  const colors = {
    '--team': team?.color ?? school?.color ?? 'var(--surface-3)',
    '--team-2': team?.color_2 ?? school?.colors[1] ?? 'var(--surface-3)',
  } as CSSProperties
  return (
    <header className="home-header" style={colors}>
      {crest ? <img className="home-header__crest" src={crest} alt="" width="200" height="200" /> : null}
      <div className="home-header__name">
        <SubjectDescription subject={subject} />
        <h1 className="display h1" tabIndex={-1}>
          {team?.name ?? title}
        </h1>
        {nickname ? <p className="lede">{nickname}</p> : null}
      </div>
      <TeamRecord season={season} />
      <div className="home-header__actions">
        <Slot name="followActions" slotProps={{ targets: followTargets(subject, teamName) }} />
        {isUnknown ? null : <CalendarMenu filters={filters} />}
        <LinkButton kind="quiet" size="s" to="/" icon="x">
          <Trans>Show everything</Trans>
        </LinkButton>
      </div>
      {school ? <SchoolTeams school={school} current={team?.id ?? null} /> : null}
    </header>
  )
})

/** Return the team or school that the Follow button follows. */
function followTargets({ school, team }: HomeSubject, teamName: (team: Participant) => string): Followable[] {
  if (team) return [{ type: 'participant', id: team.id, name: teamName(team) }]
  return school ? [{ type: 'group', id: school.id, name: school.name }] : []
}

/** Return the title of the page: the team with its category, the school, or the names of all filters. */
export function useHomeTitle(filters: Filters, { school, team }: HomeSubject): string {
  const { t } = useLingui()
  const getLabel = useFilterLabels()
  const teamName = useTeamName()
  if (team) return teamName(team)
  if (filters.team) return filters.team
  if (school) return school.name
  if (filters.school) return filters.school
  const names = FILTER_NAMES.map(name => getLabel(name, filters)).filter(Boolean)
  return names.join(', ') || t`Games`
}

/** The category of a team, or the division, conference and city of a school. */
function SubjectDescription({ subject: { school, team } }: { subject: HomeSubject }) {
  const { categories, groupProperties } = useCatalog().shell.channel
  if (team) {
    const category = categories.find(({ id }) => id === team.event_category_id)
    return category ? <p className="home-header__subtitle">{category.name}</p> : null
  }
  if (!school) return null
  const properties = groupProperties.map(property => ({
    key: property.key,
    value: property.values.find(({ key }) => key === school.properties[property.key]),
  }))
  const town = [school.city, school.state].filter(Boolean).join(', ')
  return (
    <p className="home-header__subtitle">
      {properties.map(({ key, value }) =>
        value && key === 'division' ? (
          <Link key={key} className="link home-header__link" to={filteredPath('/', { division: value.key })}>
            {value.name}
          </Link>
        ) : value ? (
          <span key={key}>{value.name}</span>
        ) : null,
      )}
      {town ? <span>{town}</span> : null}
    </p>
  )
}

/** Links to the pages of the school and of its teams. */
const SchoolTeams = observer(function SchoolTeams({
  school,
  current,
}: {
  school: Group
  current: number | null
}) {
  const { t } = useLingui()
  const { home, shell } = useCatalog()
  const { categories } = shell.channel
  const teams = home.teams.value ?? []
  if (teams.length < 2) return null
  const getCategoryName = (id: number | null) => categories.find(category => category.id === id)?.name
  return (
    <nav className="chips home-header__teams" aria-label={t`Teams`}>
      <Link
        className="chip"
        to={filteredPath('/', { school: school.alias || school.name })}
        aria-current={current === null ? 'page' : undefined}
      >
        <Trans>All teams</Trans>
      </Link>
      {teams.map(team => (
        <Link
          key={team.id}
          className="chip"
          to={filteredPath('/', { team: team.alias || team.name })}
          aria-current={team.id === current ? 'page' : undefined}
        >
          {getCategoryName(team.event_category_id) ?? team.name}
        </Link>
      ))}
    </nav>
  )
})
