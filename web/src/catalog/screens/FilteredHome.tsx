import { observer } from 'mobx-react-lite'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { HomeHeader, useHomeTitle } from '../components/home/HomeHeader'
import { HomeSections } from '../components/home/HomeSections'
import { HomeSlides } from '../components/home/HomeSlides'
import { NoEventsForSubject } from '../components/home/NoEventsForSubject'
import { useHomeEvents } from '../components/home/useHomeEvents'
import { toSlideSubject, useHomeSubject } from '../components/home/useHomeSubject'
import { ActiveFilters } from '../components/schedule/ActiveFilters'
import { useFilters } from '../components/schedule/useFilters'
import { SchoolSeasonSection } from '../components/season/SchoolSeasonSection'
import { TeamSeasonSection } from '../components/season/TeamSeasonSection'
import { useSeason } from '../components/season/useSeason'
import { useCatalog } from '../context'
import { NO_FILTERS } from '../filters'
import { slidesFor } from '../slides'
import { groupSeasonStore, teamSeasonStore } from '../stores/SeasonStore'

/** Filters that the header shows. */
const HEADER_FILTERS = ['school', 'team', 'participant_id'] as const
const SECTIONS = ['live', 'upcoming', 'finished']

/** `/?school=…`: the events that match the filters in the URL. A school or a team has a header of its own (§2). */
export default observer(function FilteredHome() {
  const { home, shell } = useCatalog()
  const { filters, change } = useFilters()
  const subject = useHomeSubject(filters)
  const { school, team } = subject
  const teamSeason = useSeason(teamSeasonStore, team?.id ?? null)
  const isSchoolPage = school && !team && !filters.team && !filters.participant_id
  const schoolSeason = useSeason(groupSeasonStore, isSchoolPage ? school.id : null)
  const { events, reload } = useHomeEvents(filters)
  useDocumentTitle(useHomeTitle(filters, subject))

  const clear = () => {
    const { school: schoolName, team: teamName, participant_id } = filters
    change({ ...NO_FILTERS, school: schoolName, team: teamName, participant_id })
  }
  const { value: rails, error } = home.eventRails

  return (
    <>
      <HomeSlides
        slides={slidesFor(shell.channel.slides, toSlideSubject(filters, subject))}
        events={events}
      />
      <div className="page">
        <HomeHeader filters={filters} subject={subject} season={teamSeason.value} />
        <ActiveFilters
          filters={filters}
          hiddenFilters={HEADER_FILTERS}
          onChange={change}
          onClear={clear}
          className="home__filters"
        />
        <HomeSections
          names={SECTIONS}
          filters={filters}
          hasFailed={error !== null && !rails}
          onRetry={reload}
        />
        {rails?.length === 0 ? <NoEventsForSubject /> : null}
        {team ? <TeamSeasonSection season={teamSeason} team={team} /> : null}
        {isSchoolPage ? <SchoolSeasonSection season={schoolSeason} /> : null}
      </div>
    </>
  )
})
