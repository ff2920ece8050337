import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Slot } from '@/shared/contexts/slots'
import { useStaggeredRender, useStaggeredValue } from '@/shared/hooks/useStaggeredRender'
import { Rail } from '@/shared/ui/Rail'
import { useCatalog } from '../../context'
import type { Filters } from '../../filters'
import type { LibraryRail } from '../../model'
import { CategoryRails, EventsRail, LibraryItemsRail, SchoolsRail } from './HomeRails'
import { StaticBand } from './StaticBand'

interface Props {
  /** An item of the channel's `home` setting: `live`, `categories`, `groups`, `band:KEY`, `rail:KEY`, `library`, … */
  name: string
  filters: Filters
  /** Only show library items of this category. */
  libraryCategory: number | null
  /** Whether the section is below the window. It is then rendered later. */
  isBelowFold: boolean
}

/** A section of the home page. An unknown name shows nothing. */
export const HomeSection = observer(function HomeSection({
  name,
  filters,
  libraryCategory,
  isBelowFold,
}: Props) {
  const isDue = useStaggeredRender(isBelowFold)
  if (isBelowFold && !isDue) return null
  const [kind, key] = name.split(':')
  if (kind === 'live') {
    return (
      <>
        <EventsRail status="live" filters={filters} />
        <EventsRail status="due" filters={filters} />
      </>
    )
  }
  if (kind === 'upcoming' || kind === 'finished') {
    return <EventsRail status={kind} filters={filters} />
  }
  if (kind === 'categories') return <CategoryRails />
  if (kind === 'groups') return <SchoolsRail />
  if (kind === 'clips') return <Slot name="homeClips" slotProps={{}} />
  if (kind === 'band' && key) return <StaticBand name={key} />
  if (kind === 'rail' && key) return <NamedRail alias={key} category={libraryCategory} />
  return kind === 'library' ? <RemainingRails category={libraryCategory} /> : null
})

const isInCategory = (rail: LibraryRail, category: number | null) =>
  category === null
    ? rail.vod_media_items
    : rail.vod_media_items.filter(item => item.categories.some(({ id }) => id === category))

function useCategoryLink() {
  const { t } = useLingui()
  return (rail: LibraryRail) => ({
    label: t`View all`,
    to: rail.category_id ? `/vod_library?category=${rail.category_id}` : '/vod_library',
  })
}

const NamedRail = observer(function NamedRail({
  alias,
  category,
}: {
  alias: string
  category: number | null
}) {
  const { libraryRails } = useCatalog().home
  const rails = useStaggeredValue(libraryRails.value)
  const more = useCategoryLink()
  const rail = rails?.find(candidate => candidate.alias === alias)
  if (rail)
    return <LibraryItemsRail title={rail.title} items={isInCategory(rail, category)} more={more(rail)} />
  return !rails && !libraryRails.error ? <Rail title="…" busy /> : null
})

/** The rails that the `home` setting does not name, or the newest items if it names all of them. */
const RemainingRails = observer(function RemainingRails({ category }: { category: number | null }) {
  const { t } = useLingui()
  const { shell, home } = useCatalog()
  const more = useCategoryLink()
  const named = new Set(shell.channel.settings.home)
  const rails = useStaggeredValue(home.libraryRails.value)
  const newestItems = useStaggeredValue(home.newestItems.value)
  const { error } = home.libraryRails
  const others = (rails ?? []).filter(rail => !named.has(`rail:${rail.alias}`))
  const needsNewest = (rails !== null || error !== null) && others.length === 0
  useEffect(() => {
    if (needsNewest) void home.loadNewest()
  }, [home, needsNewest])
  if (others.length > 0) {
    return others.map(rail => (
      <LibraryItemsRail
        key={rail.id}
        title={rail.title}
        items={isInCategory(rail, category)}
        more={more(rail)}
      />
    ))
  }
  const newest = (newestItems ?? []).filter(
    item => category === null || item.categories.some(({ id }) => id === category),
  )
  return (
    <LibraryItemsRail
      title={t`New in the library`}
      items={newest}
      more={{ label: t`The full library`, to: '/vod_library' }}
    />
  )
})
