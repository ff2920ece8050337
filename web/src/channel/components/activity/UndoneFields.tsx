import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatStoredText } from '@/shared/studio/formatValue'
import type { UndoConflict, UndoneField } from '../../revisionsApi'
import { DocumentFieldName } from './DocumentFieldName'
import '@/shared/ui/Table.css'

/** More fields are counted, not listed. */
const MAX_FIELDS = 40

type EntryField = Pick<UndoneField, 'section' | 'key' | 'name' | 'field'>

/** The fields that an undo changes back, with their current values and those that they get. */
export function UndoneFields({ changes }: { changes: readonly UndoneField[] }) {
  const { t } = useLingui()
  const rest = changes.length - MAX_FIELDS
  return (
    <>
      <table className="table activity-changes">
        <thead>
          <tr>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{t`Now`}</th>
            <th scope="col">{t`After the undo`}</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, MAX_FIELDS).map(change => (
            <tr key={keyOf(change)}>
              <td data-label="">
                <FieldName entry={change} />
              </td>
              <td data-label={t`Now`}>
                {change.field ? <del>{formatStoredText(change.before)}</del> : (change.before ?? '–')}
              </td>
              <td data-label={t`After the undo`}>
                <ins>
                  {change.field ? (
                    formatStoredText(change.after)
                  ) : (
                    <WholeEntry before={change.before} after={change.after} />
                  )}
                </ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? (
        <p className="hint">
          <Plural value={rest} one="And # more field." other="And # more fields." />
        </p>
      ) : null}
    </>
  )
}

/** The fields that were changed again since, with both values. */
export function UndoConflicts({
  conflicts,
  isRestored,
}: {
  conflicts: readonly UndoConflict[]
  isRestored: boolean
}) {
  const { t } = useLingui()
  return (
    <>
      <h3 className="h4">
        {isRestored ? (
          <Trans>Changed again since, and restored</Trans>
        ) : (
          <Trans>Changed again since, so they stay</Trans>
        )}
      </h3>
      <table className="table activity-changes">
        <thead>
          <tr>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{t`Now`}</th>
            <th scope="col">{t`Before the revision`}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.slice(0, MAX_FIELDS).map(conflict => (
            <tr key={keyOf(conflict)}>
              <td data-label="">
                <FieldName entry={conflict} />
              </td>
              <td data-label={t`Now`}>{formatStoredText(conflict.current)}</td>
              <td data-label={t`Before the revision`}>{formatStoredText(conflict.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The name of the entry, or its key, and the field. */
function FieldName({ entry: { section, key, name, field } }: { entry: EntryField }) {
  return (
    <>
      <strong>{name || key || section}</strong>
      {field ? (
        <>
          {' '}
          <DocumentFieldName section={section} path={field} />
        </>
      ) : null}
    </>
  )
}

/** What happens to an entry as a whole. */
function WholeEntry({ before, after }: Pick<UndoneField, 'before' | 'after'>) {
  if (before) return <Trans>Removed</Trans>
  if (after) return <Trans>Restored</Trans>
  return <Trans>Earlier order</Trans>
}

const keyOf = ({ section, key, field }: EntryField) => `${section}/${key}/${field}`
