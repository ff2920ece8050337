import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { RemovableChip } from '@/shared/ui/Chips'
import { cx } from '@/shared/ui/cx'
import { FILTER_NAMES, type FilterName, type Filters } from '../../filters'
import { useFilterLabels } from './useFilterLabels'

interface Props {
  filters: Filters
  /** Those that are told elsewhere on the page. */
  hiddenFilters?: readonly FilterName[]
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
  className?: string
}

/** The filters that are on, each to be taken off; and all at once. */
export const ActiveFilters = observer(function ActiveFilters(props: Props) {
  const { filters, hiddenFilters: without = [], onChange, onClear, className } = props
  const { t } = useLingui()
  const words = useFilterLabels()
  const on = FILTER_NAMES.filter(name => filters[name] && !without.includes(name))
  if (on.length === 0) return null
  return (
    <div className={cx('cluster', className)}>
      {on.map(name => {
        const word = words(name, filters)
        return word ? (
          <RemovableChip
            key={name}
            label={t`Remove filter ${word}`}
            onRemove={() => onChange({ [name]: null })}
          >
            {word}
          </RemovableChip>
        ) : null
      })}
      <Button kind="quiet" size="s" onClick={onClear}>
        <Trans>Clear all</Trans>
      </Button>
    </div>
  )
})
