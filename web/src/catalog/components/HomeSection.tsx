import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useInTurn, useTurn } from '@/shared/hooks/useTurn'
import { Rail } from '@/shared/ui/Rail'
import { useCatalog } from '../context'
import type { Filters } from '../filters'
import type { LibraryRail } from '../model'
import { CategoryRails, FilmsRail, GamesRail, SchoolsRail } from './HomeRails'
import { StaticBand } from './StaticBand'

interface Props {
  /** One word of the channel's `home` setting: `live`, `categories`, `groups`, `band:KEY`, `rail:KEY`, `library`, … */
  name: string
  filters: Filters
  /** A category of the library that narrows its rails. */
  filmCategory: number | null
  /** Below what a window shows: not there before its turn. */
  far: boolean
}

/** One section of the home page; a word that stands for nothing shows nothing. */
export const HomeSection = observer(function HomeSection({ name, filters, filmCategory, far }: Props) {
  const come = useTurn(far)
  if (far && !come) return null
  const [kind, key] = name.split(':')
  if (kind === 'live') {
    return (
      <>
        <GamesRail status="live" filters={filters} />
        <GamesRail status="due" filters={filters} />
      </>
    )
  }
  if (kind === 'upcoming' || kind === 'finished') {
    return <GamesRail status={kind} filters={filters} />
  }
  if (kind === 'categories') return <CategoryRails />
  if (kind === 'groups') return <SchoolsRail />
  if (kind === 'band' && key) return <StaticBand name={key} />
  if (kind === 'rail' && key) return <OneRail alias={key} category={filmCategory} />
  return kind === 'library' ? <OtherRails category={filmCategory} /> : null
})

const inCategory = (rail: LibraryRail, category: number | null) =>
  category === null
    ? rail.vod_media_items
    : rail.vod_media_items.filter(item => item.categories.some(one => one.id === category))

function useMore() {
  const { t } = useLingui()
  return (rail: LibraryRail) => ({
    label: t`See all`,
    to: rail.category_id ? `/vod_library?category=${rail.category_id}` : '/vod_library',
  })
}

const OneRail = observer(function OneRail({ alias, category }: { alias: string; category: number | null }) {
  const { films } = useCatalog().home
  const rails = useInTurn(films.value)
  const more = useMore()
  const rail = rails?.find(one => one.alias === alias)
  if (rail) return <FilmsRail title={rail.title} items={inCategory(rail, category)} more={more(rail)} />
  return !rails && !films.error ? <Rail title="…" busy /> : null
})

/** The rails that the home page does not name; where it names them all, the newest films. */
const OtherRails = observer(function OtherRails({ category }: { category: number | null }) {
  const { t } = useLingui()
  const { shell, home } = useCatalog()
  const more = useMore()
  const named = new Set(shell.channel.settings.home)
  const rails = useInTurn(home.films.value)
  const films = useInTurn(home.newest.value)
  const { error } = home.films
  const others = (rails ?? []).filter(rail => !named.has(`rail:${rail.alias}`))
  const wantsNewest = (rails !== null || error !== null) && others.length === 0
  useEffect(() => {
    if (wantsNewest) void home.loadNewest()
  }, [home, wantsNewest])
  if (others.length > 0) {
    return others.map(rail => (
      <FilmsRail key={rail.id} title={rail.title} items={inCategory(rail, category)} more={more(rail)} />
    ))
  }
  const newest = (films ?? []).filter(
    item => category === null || item.categories.some(one => one.id === category),
  )
  return (
    <FilmsRail
      title={t`New in the library`}
      items={newest}
      more={{ label: t`The whole library`, to: '/vod_library' }}
    />
  )
})
