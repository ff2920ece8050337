import { Trans, useLingui } from '@lingui/react/macro'
import { formatValue } from '@/shared/studio/formatValue'
import type { ChangedFields } from '../../activityApi'
import { DocumentFieldName } from './DocumentFieldName'
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
              <NameOf name={name} />
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

/** The field of an entry of the document, or of the audit log, in plain words where they are known. */
function NameOf({ name }: { name: string }) {
  const [, section, path] = /^([\w.]+)\[.*?\]\.(.+)$/.exec(name) ?? []
  return section && path ? <DocumentFieldName section={section} path={path} /> : <code>{name}</code>
}
