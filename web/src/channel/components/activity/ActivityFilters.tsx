import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { EARLIEST_DAY } from '@/shared/constants'
import { Select } from '@/shared/ui/Select'
import type { ActivityActor, ActivityFilter } from '../../activityApi'
import { useActivityNames } from './useActivityNames'
import '@/shared/ui/Field.css'

interface Props {
  filter: ActivityFilter
  onChange: (changes: Partial<ActivityFilter>) => void
  actors: readonly ActivityActor[]
}

/** The filters of the activity: person, kind and days. */
export function ActivityFilters({ filter, onChange, actors }: Props) {
  const { t } = useLingui()
  const { nameActor, kinds } = useActivityNames()
  const id = useId()
  const dayField = (key: 'from' | 'to', label: string) => (
    <div className="field activity-page__day">
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
    <section className="activity-page__filters" aria-label={t`Filters`}>
      <div className="field activity-page__choice">
        <label htmlFor={`${id}-actor`}>{t`Person`}</label>
        <Select
          id={`${id}-actor`}
          label={t`Person`}
          all={t`Everyone`}
          options={actors.map(({ key, name }) => ({ value: key, label: nameActor(key, name) }))}
          value={filter.actor}
          onChange={actor => onChange({ actor })}
        />
      </div>
      <div className="field activity-page__choice">
        <label htmlFor={`${id}-kind`}>{t`Kind`}</label>
        <Select
          id={`${id}-kind`}
          label={t`Kind`}
          all={t`All kinds`}
          options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          value={filter.subject}
          onChange={subject => onChange({ subject })}
        />
      </div>
      {dayField('from', t`First day`)}
      {dayField('to', t`Last day`)}
    </section>
  )
}
