import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { FieldErrors } from '@/shared/http/errors'
import type { Entry } from '@/shared/studio/entries'
import { errorMessageOf } from '@/shared/studio/fieldErrors'
import { toText } from '@/shared/studio/localizedText'
import { useCatalog } from '../../../context'
import type { EventForm } from '../../../eventForm'
import { type ChoiceSection, scheduleStore } from '../../../stores/studio/ScheduleStore'

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
  const { i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(scheduleStore)
  const mainLanguage = catalog.shell.channel.settings.language
  const teams = (store.teams.value ?? []).flatMap(({ alias, name, group }) =>
    alias
      ? [{ value: alias, label: group && !name.includes(group.name) ? `${group.name} – ${name}` : name }]
      : [],
  )
  const toOptions = (entries: readonly Entry[] | null) =>
    (entries ?? []).map(({ key, value }) => ({
      value: key,
      label: toText(value.name, i18n.locale, mainLanguage) || key,
    }))
  return { teams, categories: toOptions(store.categories.value), locations: toOptions(store.locations.value) }
}

/** Return a function that creates a team, a category or a location and shows a notice. It returns null after an error. */
export function useCreateChoice(): (section: ChoiceSection, name: string) => Promise<string | null> {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const catalog = useCatalog()
  const store = catalog.resolve(scheduleStore)
  const { toasts } = catalog.shell
  return async (section, name) => {
    try {
      const key = await store.createChoice(section, name)
      toasts.show(t`${name} was created`, { type: 'success' })
      return key
    } catch (error) {
      toasts.show(formatError(errorMessageOf(error)), { type: 'error' })
      return null
    }
  }
}
