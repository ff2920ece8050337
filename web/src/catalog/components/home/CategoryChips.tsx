import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Chips } from '@/shared/ui/Chips'
import { useCatalog } from '../../context'
import type { Filters } from '../../filters'

/** The value for all categories (§2). */
const ALL_CATEGORIES = 0

interface Props {
  /** Whether to show the categories of events instead of the library's. */
  isForEvents: boolean
  chosen: number | null
  onChange: (change: Partial<Filters>) => void
}

/** The categories of the home page, of which one or all (0) are chosen. */
export const CategoryChips = observer(function CategoryChips({ isForEvents, chosen, onChange }: Props) {
  const { t } = useLingui()
  const { library, shell } = useCatalog()
  const { value: libraryCategories, error } = library.categories
  if (!isForEvents && libraryCategories === null && !error)
    return <div className="home__chips home__chips--placeholder" />
  const categories = isForEvents ? shell.channel.categories : (libraryCategories ?? [])
  if (categories.length === 0) return null
  return (
    <div className="home__chips">
      <Chips
        label={t`Categories`}
        choices={[
          { value: ALL_CATEGORIES, label: t({ message: 'All', context: 'categories' }) },
          ...categories.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={chosen ?? ALL_CATEGORIES}
        onChange={id => onChange({ category_id: id === ALL_CATEGORIES ? null : String(id) })}
      />
    </div>
  )
})
