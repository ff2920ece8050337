import { useState } from 'react'
import type { EntryValue } from '@/shared/studio/entries'
import { type BlackoutForm, toBlackout, toBlackoutForms } from '../../availabilityForm'
import { useCatalog } from '../../context'
import { toInput } from '../../eventForm'
import { BlackoutFields } from './BlackoutFields'

interface Props {
  name: string
  value: unknown
  errorOf: (path: string) => string | undefined
  onChange: (blackouts: readonly EntryValue[]) => void
}

/** The blackouts of an entry. What is typed stays as it is, even if it is not complete yet. */
export function BlackoutsField({ name, value, errorOf, onChange }: Props) {
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const toForms = () => toBlackoutForms(value, instant => toInput(instant, timeZone))
  const [forms, setForms] = useState(toForms)
  const [sent, setSent] = useState(() => JSON.stringify(value ?? []))
  // The entry has other blackouts after a reload.
  if (JSON.stringify(value ?? []) !== sent) {
    setSent(JSON.stringify(value ?? []))
    setForms(toForms())
  }

  function change(next: readonly BlackoutForm[]) {
    const blackouts = next.map(toBlackout)
    setForms(next)
    setSent(JSON.stringify(blackouts))
    onChange(blackouts)
  }

  return (
    <BlackoutFields
      blackouts={forms}
      onChange={change}
      errorOf={(...paths) =>
        paths.map(path => errorOf(path.replace('blackouts', name))).find(error => error !== undefined)
      }
    />
  )
}
