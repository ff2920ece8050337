import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Chips } from '@/shared/ui/Chips'
import { useCatalog } from '../../context'
import type { Filters } from '../../filters'

/** The category that stands for all (§2). */
const ALL_CATEGORIES = 0

interface Props {
  /** The categories of games; else those of the library. */
  isForEvents: boolean
  chosen: number | null
  onChange: (change: Partial<Filters>) => void
}

/** The categories of the home page: All (0), or one of them. */
export const CategoryChips = observer(function CategoryChips({
  isForEvents: ofGames,
  chosen,
  onChange,
}: Props) {
  const { t } = useLingui()
  const { library, shell } = useCatalog()
  const { value: shelves, error } = library.categories
  if (!ofGames && shelves === null && !error) return <div className="home__chips home__chips--coming" />
  const categories = ofGames ? shell.channel.categories : (shelves ?? [])
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
