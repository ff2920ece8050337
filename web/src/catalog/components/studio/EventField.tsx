import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { formatDate } from '@/shared/format/dates'
import { ComboboxField } from '@/shared/ui/ComboboxField'
import { useCatalog } from '../../context'
import type { StudioEvent } from '../../scheduleApi'
import { createEventSearch } from '../../stores/studio/EventSearch'
import type { FieldProps } from './fieldProps'

/** The event that an entry names. Typing searches the schedule. */
export const EventField = observer(function EventField({
  field,
  value,
  error,
  onChange,
}: FieldProps<'event'>) {
  const { t, i18n } = useLingui()
  const { shell } = useCatalog()
  const [search] = useState(() => createEventSearch(shell.api))
  const key = typeof value === 'string' ? value : ''

  useEffect(() => {
    void search.search('')
  }, [search])
  useEffect(() => {
    if (key) void search.choose(key)
  }, [search, key])

  const toOption = ({ key, name, starts_at, time_zone: timeZone }: StudioEvent) => {
    const options = { year: 'numeric', month: 'short', day: 'numeric', timeZone } as const
    return { value: key, label: `${name}, ${formatDate(Date.parse(starts_at), i18n.locale, options)}` }
  }
  const options = search.events.map(toOption)
  const isKnown = !key || options.some(option => option.value === key)
  return (
    <ComboboxField
      label={t(field.label)}
      hint={field.hint && t(field.hint)}
      error={error}
      placeholder={t`Type a name`}
      options={isKnown ? options : [{ value: key, label: key }, ...options]}
      value={key}
      onChange={chosen => onChange(chosen || undefined)}
      onSearch={text => void search.search(text)}
    />
  )
})
