import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { FieldErrors } from '@/shared/http/errors'
import { useCatalog } from '../../../context'
import type { EventForm } from '../../../eventForm'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'

export interface FormProps {
  form: EventForm
  onChange: (changes: Partial<EventForm>) => void
  errors: FieldErrors
}

/** Return a function that returns the error of a field, by its path in the entry. */
export function useFieldErrors(errors: FieldErrors): (...paths: string[]) => string | undefined {
  const formatError = useErrorMessage()
  return (...paths) => {
    const found = paths.flatMap(path => errors[path] ?? [])[0]
    return found && formatError(found)
  }
}

/** Return the names of the fields of an event, for the comparison of two versions. */
export function useFieldLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      away: t`Away team`,
      home: t`Home team`,
      name: t`Title`,
      category: t`Category`,
      location: t`Location`,
      neutral_site: t`Neutral site`,
      starts: t`Start`,
      postponed_to: t`New date`,
      status: t`Status`,
      duration: t`Duration`,
      pass: t`Access`,
      price: t`Price`,
      label: t`Label`,
      description: t`Description`,
      score: t`Score`,
      visibility: t`Visibility`,
      replay: t`Replay after the end`,
      geo: t`Countries`,
      live: t`Stream address`,
      embed_url: t`Player of another site`,
      images: t`Pictures`,
    }),
    [t],
  )
}

/** Return the teams, categories and locations as options of a field. */
export function useEventOptions() {
  const catalog = useCatalog()
  const store = catalog.resolve(scheduleStore)
  const { language } = catalog.shell
  const teams = (store.teams.value ?? []).flatMap(({ alias, name, group }) =>
    alias
      ? [{ value: alias, label: group && !name.includes(group.name) ? `${group.name} – ${name}` : name }]
      : [],
  )
  const categories = catalog.shell.channel.categories.flatMap(({ alias, name }) =>
    alias ? [{ value: alias, label: name }] : [],
  )
  const locations = (store.locations.value ?? []).map(({ key, value }) => ({
    value: key,
    label: textOf(value.name, language.current) || key,
  }))
  return { teams, categories, locations }
}

/** Return a text of an entry in a language, or in another one if it has none in that. */
function textOf(value: unknown, language: string): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const texts = value as Record<string, string>
  return texts[language] ?? Object.values(texts)[0] ?? ''
}
