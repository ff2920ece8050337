import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { Chips } from '@/shared/ui/Chips'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { Select } from '@/shared/ui/Select'
import { useCatalog } from '../../../context'
import { LIMITS, type Limit, type ScheduleFilter, SHOWN, type Shown } from '../../../scheduleUrl'

const TYPING_PAUSE_MS = 250

interface Props {
  filter: ScheduleFilter
  onChange: (changes: Partial<ScheduleFilter>) => void
}

/** The filters of the schedule: what to show, category, school and words. `/` moves to the search field. */
export const ScheduleFilters = observer(function ScheduleFilters({ filter, onChange }: Props) {
  const { t } = useLingui()
  const { channel } = useCatalog().shell
  const names: Record<Shown, string> = {
    upcoming: t`Upcoming`,
    attention: t`Needs attention`,
    past: t`Past`,
    postponed: t`Postponed`,
    canceled: t`Canceled`,
    all: t`All`,
  }
  const limits: Record<Limit, string> = {
    audio_only: t`Audio only`,
    no_live: t`Not live`,
    replay: t`Replay limited`,
    no_downloads: t`No downloads`,
    blackout: t`Blackout`,
    unlisted: t`Unlisted or private`,
  }
  return (
    <div className="studio-schedule__filters">
      <div className="spread">
        {filter.view === 'list' ? (
          <Chips
            label={t`Show`}
            choices={SHOWN.map(value => ({ value, label: names[value] }))}
            value={filter.shown}
            onChange={shown => onChange({ shown })}
          />
        ) : (
          <span />
        )}
        <SegmentedControl
          label={t`View`}
          choices={[
            { value: 'list', label: t`List`, icon: 'list' },
            { value: 'month', label: t`Month`, icon: 'cal' },
          ]}
          value={filter.view}
          onChange={view => onChange({ view })}
        />
      </div>
      <div className="studio-schedule__fields">
        <SearchField text={filter.text} onChange={text => onChange({ text })} />
        <Select
          label={t`Category`}
          all={t`All categories`}
          options={channel.categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filter.category === null ? null : String(filter.category)}
          onChange={value => onChange({ category: value === null ? null : Number(value) })}
        />
        {channel.groups.length ? (
          <Select
            label={t`School`}
            all={t`All schools`}
            options={channel.groups.map(({ alias, name }) => ({ value: alias ?? name, label: name }))}
            value={filter.school}
            onChange={school => onChange({ school })}
          />
        ) : null}
        <Select
          label={t`Availability`}
          all={t`Any availability`}
          options={LIMITS.map(value => ({ value, label: limits[value] }))}
          value={filter.limit}
          onChange={value => onChange({ limit: LIMITS.find(limit => limit === value) ?? null })}
        />
      </div>
    </div>
  )
})

function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onChange])
  useEffect(() => {
    function focusField(event: KeyboardEvent) {
      const { target } = event
      if (event.key !== '/' || (target instanceof HTMLElement && target.matches('input, textarea, select')))
        return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', focusField)
    return () => document.removeEventListener('keydown', focusField)
  }, [])
  return (
    <input
      ref={field}
      className="input"
      type="search"
      aria-label={t`Search`}
      placeholder={t`Search teams and titles`}
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  )
}
