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
import { useCatalog } from '../context'
import { NO_FILTERS } from '../filters'
import { slidesFor } from '../slides'

/** Filters that the header shows. */
const HEADER_FILTERS = ['school', 'team', 'participant_id'] as const
const SECTIONS = ['live', 'upcoming', 'finished']

/** `/?school=…`: the events that match the filters in the URL. A school or a team has a header of its own (§2). */
export default observer(function FilteredHome() {
  const { home, shell } = useCatalog()
  const { filters, change } = useFilters()
  const subject = useHomeSubject(filters)
  const { events, reload } = useHomeEvents(filters)
  useDocumentTitle(useHomeTitle(filters, subject))

  const clear = () => {
    const { school, team, participant_id } = filters
    change({ ...NO_FILTERS, school, team, participant_id })
  }
  const { value: rails, error } = home.eventRails

  return (
    <>
      <HomeSlides
        slides={slidesFor(shell.channel.slides, toSlideSubject(filters, subject))}
        events={events}
      />
      <div className="page">
        <HomeHeader filters={filters} subject={subject} />
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
      </div>
    </>
  )
})
