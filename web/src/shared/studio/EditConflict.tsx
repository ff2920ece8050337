import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { Conflict, EntryValue } from './entries'
import './EditConflict.css'

interface Props {
  conflict: Conflict
  /** The value that this operator tried to save. */
  mine: EntryValue
  /** The names of fields. A field without one shows its name in the pack. */
  labels?: Readonly<Record<string, string>>
  busy?: boolean
  onSaveMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** The choice between two versions of an entry, after someone else saved another one first. */
export function EditConflict({
  conflict,
  mine,
  labels = {},
  busy,
  onSaveMine,
  onTakeTheirs,
  onClose,
}: Props) {
  const { t } = useLingui()
  const { current } = conflict
  const fields = current ? changedFields(current, mine) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Someone else changed this`}
      description={
        current
          ? t`Compare both versions, then choose one. Nothing is saved yet.`
          : t`Someone else removed this in the meantime.`
      }
      actions={
        <>
          <Button onClick={onTakeTheirs}>
            {current ? <Trans>Use their version</Trans> : <Trans>Discard mine</Trans>}
          </Button>
          <Button kind="primary" busy={busy} onClick={onSaveMine}>
            <Trans>Save my version</Trans>
          </Button>
        </>
      }
    >
      {fields.length ? (
        <table className="edit-conflict">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Theirs</Trans>
              </th>
              <th scope="col">
                <Trans>Mine</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map(name => (
              <tr key={name}>
                <th scope="row">{labels[name] ?? name}</th>
                <td>{formatValue(current?.[name])}</td>
                <td>{formatValue(mine[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Dialog>
  )
}

/** Return the names of the fields that differ. */
export const changedFields = (theirs: EntryValue, mine: EntryValue): string[] =>
  Object.keys({ ...theirs, ...mine }).filter(
    name => JSON.stringify(theirs[name]) !== JSON.stringify(mine[name]),
  )

/** Return a value as text: the parts of a map or list on one line, a dash for nothing. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${formatValue(part)}`)
    .join(', ')
}
