import { Trans, useLingui } from '@lingui/react/macro'
import type { ChangedFields } from '../../activityApi'
import '@/shared/ui/Table.css'

interface Props {
  before: ChangedFields
  after: ChangedFields
}

/** The changed fields of an entry with their values before and after. */
export function ChangedFieldsTable({ before, after }: Props) {
  const { t } = useLingui()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (!names.length) return null
  const hasBefore = Object.keys(before).length > 0
  return (
    <table className="table activity-changes">
      <thead>
        <tr>
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          {hasBefore ? (
            <th scope="col">
              <Trans>Before</Trans>
            </th>
          ) : null}
          <th scope="col">{hasBefore ? t`After` : t`Value`}</th>
        </tr>
      </thead>
      <tbody>
        {names.map(name => (
          <tr key={name}>
            <td data-label="">
              <code>{name}</code>
            </td>
            {hasBefore ? (
              <td data-label={t`Before`}>
                <del>{formatValue(before[name])}</del>
              </td>
            ) : null}
            <td data-label={hasBefore ? t`After` : t`Value`}>
              <ins>{formatValue(after[name])}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
