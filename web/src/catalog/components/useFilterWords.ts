import { useLingui } from '@lingui/react/macro'
import { localeOf } from '@/shared/format/locale'
import { useCatalog } from '../context'
import type { FilterName, Filters } from '../filters'

/** The name of a sport in the viewer's language; one we have no word for is told as it is. */
export function useSportName() {
  const { t } = useLingui()
  const names: Record<string, string> = {
    hockey: t`Hockey`,
    basketball: t`Basketball`,
    soccer: t`Soccer`,
    volleyball: t`Volleyball`,
    football: t`Football`,
    baseball: t`Baseball`,
    softball: t`Softball`,
    lacrosse: t`Lacrosse`,
    wrestling: t`Wrestling`,
    tennis: t`Tennis`,
  }
  return (sport: string) => names[sport] ?? sport.charAt(0).toUpperCase() + sport.slice(1)
}

/** `November 21`, from `2026-11-21`. */
export function dayName(day: string, language: string): string {
  const instant = new Date(`${day}T12:00:00Z`)
  return new Intl.DateTimeFormat(localeOf(language), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(instant)
}

/** What each filter that is on is called where it can be taken off again. */
export function useFilterWords() {
  const { t, i18n } = useLingui()
  const sportName = useSportName()
  const { shell, events } = useCatalog()
  const { groups, categories, locations } = shell.channel
  const named = <Thing extends { alias: string | null; name: string }>(
    things: readonly Thing[],
    name: string,
  ) => things.find(thing => thing.alias === name || thing.name === name)?.name ?? name

  return (name: FilterName, filters: Filters): string | null => {
    const value = filters[name]
    if (!value) return null
    switch (name) {
      case 'gender':
        return value === 'male' ? t`Men` : t`Women`
      case 'sport':
        return sportName(value)
      case 'school':
        return named(groups, value)
      case 'team':
        return named(events.teams.value ?? [], value)
      case 'category_id':
        return categories.find(category => String(category.id) === value)?.name ?? null
      case 'location':
        return locations.find(location => String(location.id) === value)?.name ?? null
      case 'start_date':
        return t`From ${dayName(value, i18n.locale)}`
      case 'end_date':
        return t`Until ${dayName(value, i18n.locale)}`
      default:
        return value
    }
  }
}
