import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { Select } from '@/shared/ui/Select'
import { useCatalog } from '../../context'
import { type FilterName, type Filters, PASS_TYPES } from '../../filters'
import { listDivisions, useAccessName, useTeamName } from './useFilterLabels'

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  className?: string
  /** Whether to show only the most common filters. The sheet contains all filters. */
  isCompact?: boolean
}

const PRIMARY_FILTERS: readonly FilterName[] = ['school', 'team', 'city', 'state']

const uniqueOptions = (values: (string | null | undefined)[]) =>
  [...new Set(values.filter((value): value is string => Boolean(value)))]
    .sort((a, b) => a.localeCompare(b))
    .map(value => ({ value, label: value }))

const optionsByAlias = (items: readonly { alias: string | null; name: string }[]) =>
  items.map(item => ({ value: item.alias || item.name, label: item.name }))

const optionsById = (items: readonly { id: number; name: string }[]) =>
  items.map(item => ({ value: String(item.id), label: item.name }))

/** All filters except sport and days: gender, school, division, team, category, city, state, venue and access. */
export const FilterControls = observer(function FilterControls(props: Props) {
  const { filters, onChange, className, isCompact } = props
  const { t } = useLingui()
  const { shell, teams } = useCatalog()
  const { groups, groupProperties, categories, locations } = shell.channel
  const teamName = useTeamName()
  const accessName = useAccessName()
  useEffect(() => void teams.load(), [teams])

  const teamOptions = (teams.list.value ?? []).map(team => ({
    value: team.alias || team.name,
    label: teamName(team),
  }))
  const selects = [
    {
      name: 'school',
      label: shell.channel.text('group') ?? t`School`,
      all: shell.channel.text('all_groups') ?? t`All schools`,
      options: optionsByAlias(groups),
    },
    {
      name: 'division',
      label: t`Division`,
      all: t`All divisions`,
      options: listDivisions(groupProperties).map(({ key, name }) => ({ value: key, label: name })),
    },
    { name: 'team', label: t`Team`, all: t`All teams`, options: teamOptions },
    { name: 'category_id', label: t`Category`, all: t`All categories`, options: optionsById(categories) },
    {
      name: 'city',
      label: t`City`,
      all: t`All cities`,
      options: uniqueOptions(locations.map(place => place.city)),
    },
    {
      name: 'state',
      label: t`State`,
      all: t`All states`,
      options: uniqueOptions(locations.map(place => place.state)),
    },
    { name: 'location', label: t`Venue`, all: t`All venues`, options: optionsById(locations) },
    {
      name: 'type',
      label: t`Access`,
      all: t`All games`,
      options: PASS_TYPES.map(type => ({ value: type, label: accessName(type) })),
    },
  ] as const
  return (
    <>
      <SegmentedControl
        label={t`Gender`}
        className={className}
        choices={[
          { value: 'all', label: t({ message: 'All', context: 'genders' }) },
          { value: 'male', label: t({ message: 'M', context: 'men' }), name: t`Men` },
          { value: 'female', label: t({ message: 'W', context: 'women' }), name: t`Women` },
        ]}
        value={filters.gender ?? 'all'}
        onChange={gender => onChange({ gender: gender === 'all' ? null : gender })}
      />
      {selects.map(({ name, ...select }) =>
        (select.options.length > 1 || filters[name]) && !(isCompact && !PRIMARY_FILTERS.includes(name)) ? (
          <Select
            key={name}
            {...select}
            className={className}
            value={filters[name]}
            onChange={value =>
              onChange({ [name]: value, ...(name === 'team' ? { participant_id: null } : {}) })
            }
          />
        ) : null,
      )}
    </>
  )
})
