import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { RemovableChip } from '@/shared/ui/Chips'
import { cx } from '@/shared/ui/cx'
import { FILTER_NAMES, type FilterName, type Filters } from '../../filters'
import { useFilterLabels } from './useFilterLabels'

interface Props {
  filters: Filters
  /** Filters that the page shows elsewhere. */
  hiddenFilters?: readonly FilterName[]
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
  className?: string
}

/** The active filters as chips that can be removed, and a button that clears all of them. */
export const ActiveFilters = observer(function ActiveFilters(props: Props) {
  const { filters, hiddenFilters = [], onChange, onClear, className } = props
  const { t } = useLingui()
  const getLabel = useFilterLabels()
  const activeNames = FILTER_NAMES.filter(name => filters[name] && !hiddenFilters.includes(name))
  if (activeNames.length === 0) return null
  return (
    <div className={cx('cluster', className)}>
      {activeNames.map(name => {
        const label = getLabel(name, filters)
        return label ? (
          <RemovableChip
            key={name}
            label={t`Remove filter ${label}`}
            onRemove={() => onChange({ [name]: null })}
          >
            {label}
          </RemovableChip>
        ) : null
      })}
      <Button kind="quiet" size="s" onClick={onClear}>
        <Trans>Clear all</Trans>
      </Button>
    </div>
  )
})
