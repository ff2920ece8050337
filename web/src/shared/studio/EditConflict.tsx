import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { formatValue } from './formatValue'
import '@/shared/ui/Table.css'
import './EditConflict.css'

type Value = Readonly<Record<string, unknown>>

interface Props {
  /** The values of the entry that the operator is about to save. */
  mine: Value
  /** The values that someone else saved in the meantime. Null if they removed the entry. */
  theirs: Value | null
  /** The names of the fields. A field without a name shows its own. */
  labels?: Readonly<Record<string, string>>
  busy?: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** The dialog for an entry that someone else changed: both versions of each different field, and which to keep. */
export function EditConflict({ mine, theirs, labels = {}, busy, onKeepMine, onTakeTheirs, onClose }: Props) {
  const { t } = useLingui()
  const names = theirs ? changedFields(theirs, mine) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Someone else changed this`}
      description={
        theirs
          ? t`Compare both versions and choose which one to keep. Nothing is saved yet.`
          : t`Someone else removed this in the meantime.`
      }
      actions={
        <>
          <Button disabled={busy} onClick={onTakeTheirs}>
            {theirs ? <Trans>Take theirs</Trans> : <Trans>Discard mine</Trans>}
          </Button>
          <Button kind="primary" busy={busy} onClick={onKeepMine}>
            <Trans>Keep mine</Trans>
          </Button>
        </>
      }
    >
      {names.length ? (
        <table className="table edit-conflict">
          <thead>
            <tr>
              <th scope="col">{t`Field`}</th>
              <th scope="col">{t`Yours`}</th>
              <th scope="col">{t`Theirs`}</th>
            </tr>
          </thead>
          <tbody>
            {names.map(name => (
              <tr key={name}>
                <td>
                  <strong>{labels[name] ?? name}</strong>
                </td>
                <td data-label={t`Yours`}>{formatValue(mine[name])}</td>
                <td data-label={t`Theirs`}>{formatValue(theirs?.[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Dialog>
  )
}

/** Return the names of the fields that differ. */
export const changedFields = (theirs: Value, mine: Value): string[] =>
  Object.keys({ ...theirs, ...mine }).filter(
    name => JSON.stringify(theirs[name]) !== JSON.stringify(mine[name]),
  )
