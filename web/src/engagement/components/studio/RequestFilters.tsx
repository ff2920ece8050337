import { useLingui } from '@lingui/react/macro'
import { SearchField } from '@/shared/studio/SearchField'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { Select } from '@/shared/ui/Select'
import type { RequestChoices, RequestFilter } from '../../requestsApi'

interface Props {
  filter: RequestFilter
  choices: RequestChoices | null
  onChange: (changes: Partial<RequestFilter>) => void
}

/** The filters of the inbox: status, form, assignee and sender. */
export function RequestFilters({ filter, choices, onChange }: Props) {
  const { t, i18n } = useLingui()
  const forms = choices?.forms ?? []
  return (
    <section className="inbox__filters" aria-label={t`Filters`}>
      <SegmentedControl
        label={t`Status`}
        choices={[
          { value: 'open', label: t({ message: 'Open', context: 'requests' }) },
          { value: 'closed', label: t({ message: 'Closed', context: 'requests' }) },
          { value: 'all', label: t({ message: 'All', context: 'requests' }) },
        ]}
        value={filter.status ?? 'all'}
        onChange={value => onChange({ status: value === 'all' ? null : value })}
      />
      <Select
        label={t`Form`}
        all={t`All forms`}
        options={forms.map(({ alias, title, requests }) => ({
          value: alias,
          label: `${title} (${i18n.number(requests)})`,
        }))}
        value={filter.form}
        onChange={form => onChange({ form })}
      />
      <Select
        label={t`Assignee`}
        all={t`Everyone`}
        options={[
          { value: 'me', label: t`Mine` },
          { value: 'none', label: t`Not assigned` },
        ]}
        value={filter.assignee}
        onChange={value => onChange({ assignee: value as RequestFilter['assignee'] })}
      />
      <SearchField
        label={t`Search requests`}
        hint={t`Name or email`}
        value={filter.q ?? ''}
        onChange={q => onChange({ q: q ?? '' })}
      />
    </section>
  )
}
