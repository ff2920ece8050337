import { useLingui } from '@lingui/react/macro'
import { localeOf } from '@/shared/format/locale'
import type { GroupProperty } from '@/shared/shell'
import { useCatalog } from '../../context'
import type { FilterName, Filters } from '../../filters'
import type { Participant } from '../../model'

/** Return the name of a sport in the viewer's language. A sport without a translation keeps its name. */
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

/** Return a team's name with its category, because all teams of a school have the school's name. */
export function useTeamName() {
  const { categories } = useCatalog().shell.channel
  return ({ name, event_category_id }: Pick<Participant, 'name' | 'event_category_id'>) => {
    const category = categories.find(({ id }) => id === event_category_id)
    const hasCategory = category && name.toLowerCase().includes(category.name.toLowerCase())
    return category && !hasCategory ? `${name}, ${category.name}` : name
  }
}

/** Return the name of an access type for the filter. */
export function useAccessName() {
  const { t } = useLingui()
  const names: Record<string, string> = {
    free: t`Free for everyone`,
    register: t`Free with an account`,
    paid: t`With a pass`,
    ppv: t`Pay per view`,
  }
  return (type: string) => names[type] ?? type
}

/** Return the divisions of the channel's groups. */
export const listDivisions = (properties: readonly GroupProperty[]) =>
  properties.find(({ key }) => key === 'division')?.values ?? []

/** Return a day such as `Nov 21` for `2026-11-21`. */
export function dayName(day: string, language: string): string {
  const instant = new Date(`${day}T12:00:00Z`)
  return new Intl.DateTimeFormat(localeOf(language), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(instant)
}

/** Return a function that returns the label of an active filter. */
export function useFilterLabels() {
  const { t, i18n } = useLingui()
  const sportName = useSportName()
  const { shell, teams } = useCatalog()
  const { groups, groupProperties, categories, locations } = shell.channel
  const teamName = useTeamName()
  const accessName = useAccessName()
  const getName = <Named extends { alias: string | null; name: string }>(
    items: readonly Named[],
    name: string,
  ) => items.find(item => item.alias === name || item.name === name)?.name ?? name

  return (name: FilterName, filters: Filters): string | null => {
    const value = filters[name]
    if (!value) return null
    switch (name) {
      case 'gender':
        return value === 'male' ? t`Men` : t`Women`
      case 'sport':
        return sportName(value)
      case 'school':
        return getName(groups, value)
      case 'team': {
        const team = teams.list.value?.find(({ alias, name }) => alias === value || name === value)
        return team ? teamName(team) : value
      }
      case 'division':
        return listDivisions(groupProperties).find(({ key }) => key === value)?.name ?? value
      case 'participant_id': {
        const team = teams.list.value?.find(({ id }) => String(id) === value)
        return team ? teamName(team) : null
      }
      case 'type':
        return accessName(value)
      case 'category_id':
        return categories.find(category => String(category.id) === value)?.name ?? null
      case 'location':
        return locations.find(location => String(location.id) === value)?.name ?? null
      case 'start_date':
        return t`From ${dayName(value, i18n.locale)}`
      case 'end_date':
        return t`Until ${dayName(value, i18n.locale)}`
      case 'q':
        return t`“${value}”`
      default:
        return value
    }
  }
}
