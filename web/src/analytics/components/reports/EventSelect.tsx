import { observer } from 'mobx-react-lite'
import { useEffect, useId } from 'react'
import { Select } from '@/shared/ui/Select'
import { useReportsPage } from './ReportsPageContext'
import { useReportQuery } from './useReportQuery'

interface Props {
  label: string
  /** The label of the option that selects no game. */
  all: string
  value: number | null
  /** The name of the selected game, in case it is not among the watched games. */
  name?: string | null
  onChange: (event: number | null) => void
}

/** A select of the games that were watched in the period. */
export const EventSelect = observer(function EventSelect({ label, all, value, name, onChange }: Props) {
  const { store } = useReportsPage()
  const query = useReportQuery()
  const id = useId()
  useEffect(() => void store.breakdowns.event.load(query), [store, query])
  const options = (store.breakdowns.event.value?.rows ?? []).flatMap(row =>
    row.id === null ? [] : [{ value: String(row.id), label: row.name }],
  )
  if (value !== null && !options.some(option => option.value === String(value))) {
    options.push({ value: String(value), label: name ?? `#${value}` })
  }
  return (
    <div className="field report__choice">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        label={label}
        all={all}
        options={options}
        value={value === null ? null : String(value)}
        onChange={chosen => onChange(chosen === null ? null : Number(chosen))}
      />
    </div>
  )
})
