import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { ErrorState } from '@/shared/ui/states'
import { useCatalog } from '../../context'
import type { Filters } from '../../filters'
import { HomeSection } from './HomeSection'

/** Sections that a window shows together with the slides. The others are rendered later. */
const ABOVE_FOLD_SECTIONS = 2

interface Props {
  names: readonly string[]
  filters: Filters
  /** Only show library items of this category. */
  libraryCategory?: number | null
  hasFailed: boolean
  onRetry: () => void
}

/** The sections of a home page in the order of `names`, or an error if the page failed to load. */
export const HomeSections = observer(function HomeSections(props: Props) {
  const { names, filters, libraryCategory = null, hasFailed, onRetry } = props
  const { t } = useLingui()
  const { eventRails } = useCatalog().home
  if (hasFailed)
    return (
      <ErrorState title={t`The home page could not be loaded`} onRetry={onRetry} busy={eventRails.isBusy} />
    )
  return names.map((name, index) => (
    <HomeSection
      key={name}
      name={name}
      isBelowFold={index >= ABOVE_FOLD_SECTIONS}
      filters={filters}
      libraryCategory={libraryCategory}
    />
  ))
})
