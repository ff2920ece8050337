import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect } from 'react'
import { prepareFormats } from '@/shared/format/dates'
import { useTitle } from '@/shared/hooks/useTitle'
import { late } from '@/shared/late'
import { Part } from '@/shared/parts'
import { Rail } from '@/shared/ui/Rail'
import { ErrorState } from '@/shared/ui/states'
import { ActiveFilters } from '../components/ActiveFilters'
import { HomeChips } from '../components/HomeChips'
import { HomeFocusHead, useFocusTitle } from '../components/HomeFocusHead'
import { HomeSection } from '../components/HomeSection'
import { HomeSlides } from '../components/HomeSlides'
import { NoGamesHere } from '../components/NoGamesHere'
import { NothingYet } from '../components/NothingYet'
import { useFilters } from '../components/useFilters'
import { subjectOf, useFocus } from '../components/useFocus'
import { useCatalog } from '../context'
import { addressWith, isNarrowed, NO_FILTERS } from '../filters'
import { showsFilms, showsGames } from '../sections'
import { slidesFor } from '../slides'
import '../components/Home.css'

const ThingsRail = late(() => import('../components/ThingsRail'), {
  instead: ({ title }) => <Rail title={title} busy />,
})

/** With the slides above them, more than a window holds. */
const SECTIONS_SEEN = 2

/** What the head of the page says already. */
const IN_HEAD = ['school', 'team', 'participant_id'] as const

/**
 * `/`: slides, categories, and the sections that the channel's `home` setting names, in its order.
 *
 * Every filter in the address narrows it (§2); a school's or a team's is a page of its own.
 */
export default observer(function Home() {
  const { t } = useLingui()
  const { home, library, shell } = useCatalog()
  const { settings, slides } = shell.channel
  const { filters, change } = useFilters()
  const narrowed = isNarrowed(filters)
  const wantsGames = narrowed || showsGames(settings.home)
  const wantsFilms = showsFilms(settings.home)
  const focus = useFocus(filters)
  const title = useFocusTitle(filters, focus)
  const asked = addressWith('/', filters)
  useTitle(narrowed ? title : null)

  // The address as a text: what stands in it beside the filters asks for nothing.
  useEffect(() => {
    if (!wantsGames) return
    void home.loadGames(filters)
    prepareFormats()
  }, [home, wantsGames, asked])
  useEffect(() => {
    if (!wantsFilms) return
    void home.loadFilms()
    if (!wantsGames) void library.loadCategories()
  }, [home, library, wantsFilms, wantsGames])

  const clear = () => {
    const { school, team, participant_id } = filters
    change({ ...NO_FILTERS, school, team, participant_id })
  }
  const retry = () => {
    if (wantsGames) void home.loadGames(filters)
    if (wantsFilms) void home.loadFilms()
  }
  const failed = wantsGames ? home.games.error && !home.games.value : home.films.error && !home.films.value
  const events = (useDeferredValue(home.games.value) ?? []).flatMap(rail => rail.events)
  const categoryId = Number(filters.category_id) || null
  const sections = narrowed ? ['live', 'upcoming', 'finished'] : settings.home

  return (
    <>
      <HomeSlides slides={slidesFor(slides, subjectOf(filters, narrowed, focus))} events={events} />
      <div className="page">
        {narrowed ? (
          <HomeFocusHead filters={filters} focus={focus} />
        ) : (
          <h1 className="sr-only" tabIndex={-1}>
            {settings.name}
          </h1>
        )}
        {narrowed ? (
          <ActiveFilters filters={filters} without={IN_HEAD} onChange={change} onClear={clear} />
        ) : (
          <HomeChips ofGames={wantsGames} chosen={categoryId} onChange={change} />
        )}
        {narrowed || categoryId ? null : <Part name="homeRails" facts={{ Rail: ThingsRail }} />}
        {narrowed || categoryId || failed ? null : <NothingYet games={wantsGames} films={wantsFilms} />}
        {failed ? (
          <ErrorState title={t`The home page did not load`} onRetry={retry} busy={home.games.busy} />
        ) : (
          sections.map((name, index) => (
            <HomeSection
              key={name}
              name={name}
              far={index >= SECTIONS_SEEN}
              filters={filters}
              filmCategory={wantsGames ? null : categoryId}
            />
          ))
        )}
        {home.games.value?.length === 0 && (narrowed || categoryId) ? <NoGamesHere /> : null}
      </div>
    </>
  )
})
