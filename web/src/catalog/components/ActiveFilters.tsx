import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { RemovableChip } from '@/shared/ui/Chips'
import { countOn, FILTER_NAMES, type Filters } from '../filters'
import { useFilterWords } from './useFilterWords'

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
}

/** The filters that are on, each to be taken off; and all at once. */
export const ActiveFilters = observer(function ActiveFilters({ filters, onChange, onClear }: Props) {
  const { t } = useLingui()
  const words = useFilterWords()
  if (countOn(filters) === 0) return null
  return (
    <div className="cluster active-filters">
      {FILTER_NAMES.map(name => {
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
