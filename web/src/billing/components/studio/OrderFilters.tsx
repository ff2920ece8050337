import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { EARLIEST_DAY } from '@/shared/constants'
import { SearchField } from '@/shared/studio/SearchField'
import { RemovableChip } from '@/shared/ui/Chips'
import { Select } from '@/shared/ui/Select'
import type { OrderFilter } from '../../studioOrdersApi'
import { useStudioOrderLabels } from './useStudioOrderLabels'
import '@/shared/studio/ItemPage.css'
import '@/shared/ui/Field.css'

interface Props {
  filter: OrderFilter
  onChange: (changes: Partial<OrderFilter>) => void
}

/** The search and the filters of the orders. */
export function OrderFilters({ filter, onChange }: Props) {
  const { t } = useLingui()
  const { kinds } = useStudioOrderLabels()
  const id = useId()
  const statuses = [
    { value: 'paid', label: t({ message: 'Paid', context: 'state of an order' }) },
    { value: 'created', label: t`Pending` },
    { value: 'failed', label: t({ message: 'Failed', context: 'state of an order' }) },
    { value: 'refunded', label: t({ message: 'Refunded', context: 'state of an order' }) },
  ]
  const dayField = (key: 'from' | 'to', label: string) => (
    <div className="field">
      <label htmlFor={`${id}-${key}`}>{label}</label>
      <input
        id={`${id}-${key}`}
        className="input"
        type="date"
        min={key === 'to' ? (filter.from ?? EARLIEST_DAY) : EARLIEST_DAY}
        value={filter[key] ?? ''}
        onChange={event => onChange({ [key]: event.target.value || null })}
      />
    </div>
  )
  return (
    <section className="item-page__filters" aria-label={t`Filters`}>
      <div className="item-page__search">
        <SearchField
          label={t`Search orders`}
          hint={t`Name, email, order or last 4 digits`}
          value={filter.query}
          onChange={query => onChange({ query })}
        />
      </div>
      <Select
        label={t`Status`}
        all={t`All statuses`}
        options={statuses}
        value={filter.status}
        onChange={status => onChange({ status })}
      />
      <Select
        label={t`Product`}
        all={t`All products`}
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        value={filter.type}
        onChange={type => onChange({ type })}
      />
      <Select
        label={t`Bought for`}
        all={t`Everyone`}
        options={[
          { value: 'true', label: t`Other people` },
          { value: 'false', label: t`The buyer` },
        ]}
        value={filter.others}
        onChange={others => onChange({ others })}
      />
      {filter.event ? <EventChip onRemove={() => onChange({ event: null })} /> : null}
      {dayField('from', t`First day`)}
      {dayField('to', t`Last day`)}
    </section>
  )
}

function EventChip({ onRemove }: { onRemove: () => void }) {
  const { t } = useLingui()
  const label = t`One event`
  return (
    <RemovableChip label={t`Remove filter ${label}`} onRemove={onRemove}>
      {label}
    </RemovableChip>
  )
}
