import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { LinkButton } from '@/shared/ui/Button'
import { Chips } from '@/shared/ui/Chips'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { HomeFocusHead } from '../components/HomeFocusHead'
import { HomeSection } from '../components/HomeSection'
import { HomeSlides } from '../components/HomeSlides'
import { useCatalog } from '../context'
import { filtersFrom, searchWith } from '../filters'
import { type SlideSubject, slidesFor } from '../slides'
import '../components/Home.css'

const GAMES = ['live', 'upcoming', 'finished']
/** The category that stands for all (§2). */
const ALL = 0

/** `/`: slides, categories, and the sections that the channel's `home` setting names, in its order. */
export default observer(function Home() {
  const { t } = useLingui()
  const { home, library, shell } = useCatalog()
  const { categories, groups, settings, slides } = shell.channel
  const [search, setSearch] = useSearchParams()
  const { school, team, category_id } = filtersFrom(search)
  const wantsGames = settings.home.some(name => GAMES.includes(name))
  const wantsFilms = settings.home.some(name => name === 'library' || name.startsWith('rail:'))
  useTitle(null)

  useEffect(() => {
    if (wantsGames) void home.loadGames({ school, team, category_id })
  }, [home, wantsGames, school, team, category_id])
  useEffect(() => {
    if (!wantsFilms) return
    void home.loadFilms()
    if (!wantsGames) void library.loadCategories()
  }, [home, library, wantsFilms, wantsGames])

  const focus = { school, team, category_id }
  const narrowed = school ?? team
  const chips = wantsGames
    ? categories.map(({ id, name }) => ({ value: id, label: name }))
    : (library.categories.value ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const chipsComing =
    !wantsGames && wantsFilms && library.categories.value === null && !library.categories.error
  const choose = (id: number) =>
    setSearch(searchWith(search, { category_id: id === ALL ? null : String(id) }), { replace: true })
  const retry = () => {
    if (wantsGames) void home.loadGames(focus)
    if (wantsFilms) void home.loadFilms()
  }
  const failed = wantsGames ? home.games.error && !home.games.value : home.films.error && !home.films.value
  const events = (home.games.value ?? []).flatMap(rail => rail.events)
  const ofSchool = school ? groups.find(isNamed(school)) : undefined
  const ofTeam = team ? events.flatMap(event => event.participants).find(isNamed(team)) : undefined
  const subject = subjectOf(narrowed !== null, ofSchool, ofTeam, Number(category_id))

  return (
    <>
      <HomeSlides slides={slidesFor(slides, subject)} events={events} />
      <div className="page">
        {narrowed ? (
          <HomeFocusHead name={narrowed} school={ofSchool} team={ofTeam} />
        ) : (
          <h1 className="sr-only" tabIndex={-1}>
            {settings.name}
          </h1>
        )}
        {chipsComing && !narrowed ? <div className="home__chips home__chips--coming" /> : null}
        {chips.length > 0 && !narrowed ? (
          <div className="home__chips">
            <Chips
              label={t`Categories`}
              choices={[{ value: ALL, label: t({ message: 'All', context: 'categories' }) }, ...chips]}
              value={Number(category_id ?? ALL)}
              onChange={choose}
            />
          </div>
        ) : null}
        {failed ? (
          <ErrorState title={t`The home page did not load`} onRetry={retry} busy={home.games.busy} />
        ) : (
          settings.home.map(name => (
            <HomeSection
              key={name}
              name={name}
              focus={focus}
              filmCategory={wantsGames ? null : Number(category_id) || null}
            />
          ))
        )}
        {home.games.value?.length === 0 && (narrowed || category_id) ? (
          <EmptyState
            icon="cal"
            title={t`No games yet`}
            actions={
              <LinkButton kind="primary" to="/">
                <Trans>See everything</Trans>
              </LinkButton>
            }
          >
            <Trans>Nothing is planned or recorded here so far.</Trans>
          </EmptyState>
        ) : null}
      </div>
    </>
  )
})

const isNamed = (name: string) => (thing: { alias: string | null; name: string }) =>
  thing.alias === name || thing.name === name

/** A school or team that is not known (yet) has no slides; a page that is not narrowed has the main ones. */
function subjectOf(
  narrowed: boolean,
  school: { id: number } | undefined,
  team: { id: number } | undefined,
  category: number,
): SlideSubject {
  if (school) return { type: 'group', id: school.id }
  if (narrowed) return { type: 'participant', id: team?.id ?? 0 }
  return category ? { type: 'category', id: category } : null
}
