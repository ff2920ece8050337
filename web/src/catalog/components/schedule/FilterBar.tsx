import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { View } from '@/shared/hooks/useView'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { Chips } from '@/shared/ui/Chips'
import { LiveDot } from '@/shared/ui/LiveDot'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { ViewSwitch } from '@/shared/ui/ViewSwitch'
import { useCatalog } from '../../context'
import { countActiveFilters, type Filters, type ScheduleSection } from '../../filters'
import { FilterControls } from './FilterControls'
import { dayName, useSportName } from './useFilterLabels'
import './Filters.css'

const FilterSheet = lazyComponent(() => import('./FilterSheet'))
const DateFilterSheet = lazyComponent(() => import('./DateFilterSheet'))

interface Props {
  section: ScheduleSection
  filters: Filters
  total: number
  view: View
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
  onViewChange: (view: View) => void
}

const ALL = 'all'

/** The filters of the schedule: sports as chips, sections and views as segments, the rest as selects. */
export const FilterBar = observer(function FilterBar(props: Props) {
  const { section, filters, view, onChange, onViewChange } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const { search } = useLocation()
  const sportName = useSportName()
  const { categories } = useCatalog().shell.channel
  const sports = [...new Set(categories.map(category => category.sport))]
  return (
    <>
      <div className="schedule__top">
        <Chips
          label={t`Sport`}
          choices={[
            { value: ALL, label: t`All sports` },
            ...sports.map(value => ({ value, label: sportName(value) })),
          ]}
          value={filters.sport ?? ALL}
          onChange={sport => onChange({ sport: sport === ALL ? null : sport })}
        />
        <ViewSwitch view={view} onChange={onViewChange} className="schedule__view" />
      </div>
      <div className="filters">
        <SegmentedControl<ScheduleSection>
          label={t`Schedule section`}
          className="schedule__sections"
          choices={[
            { value: section === '/upcoming' ? section : '/schedule', label: t`Upcoming` },
            { value: '/live', label: t`Live`, before: <LiveDot /> },
            { value: '/vod', label: t`Finished` },
          ]}
          value={section}
          onChange={next => navigate({ pathname: next, search })}
        />
        <FilterControls filters={filters} onChange={onChange} className="filters__control" isCompact />
        <FilterSheetButtons {...props} />
        <div className="filters__end">
          <ViewSwitch view={view} onChange={onViewChange} className="filters__view" />
        </div>
      </div>
    </>
  )
})

/** The buttons that open the sheets, for screens that are too narrow for the controls. */
function FilterSheetButtons({ filters, total, onChange, onClear }: Props) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState<'filters' | 'days' | null>(null)
  const close = () => setOpen(null)
  const count = countActiveFilters(filters)
  const days = [filters.start_date, filters.end_date]
    .map(day => (day ? dayName(day, i18n.locale) : '…'))
    .join(' – ')
  return (
    <>
      <Button
        kind="outline"
        size="s"
        icon="filter"
        className="filter-sheet-btn"
        onClick={() => setOpen('filters')}
      >
        <Trans>Filters</Trans>
        {count > 0 ? <Badge tone="price">{count}</Badge> : null}
      </Button>
      <Button kind="outline" size="s" icon="cal" className="date-filter-btn" onClick={() => setOpen('days')}>
        {filters.start_date || filters.end_date ? (
          days
        ) : (
          <span className="date-filter-label">
            <Trans>Dates</Trans>
          </span>
        )}
      </Button>
      {open === 'filters' ? (
        <FilterSheet filters={filters} total={total} onChange={onChange} onClear={onClear} onClose={close} />
      ) : null}
      {open === 'days' ? <DateFilterSheet filters={filters} onChange={onChange} onClose={close} /> : null}
    </>
  )
}
