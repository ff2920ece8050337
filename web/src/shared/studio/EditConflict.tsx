import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import '@/shared/ui/Table.css'
import './EditConflict.css'

type Value = Readonly<Record<string, unknown>>

interface Props {
  /** The values of the entry that the operator is about to save. */
  mine: Value
  /** The values that someone else saved in the meantime. */
  theirs: Value
  /** The names of the fields. A field without a name shows its own. */
  labels: Readonly<Record<string, string>>
  busy?: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** The dialog for an entry that someone else changed: both versions of each different field, and which to keep. */
export function EditConflict({ mine, theirs, labels, busy, onKeepMine, onTakeTheirs, onClose }: Props) {
  const { t } = useLingui()
  const names = Object.keys({ ...mine, ...theirs }).filter(
    name => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Someone else changed this`}
      description={t`Compare both versions and choose which one to keep.`}
      actions={
        <>
          <Button disabled={busy} onClick={onTakeTheirs}>
            <Trans>Take theirs</Trans>
          </Button>
          <Button kind="primary" busy={busy} onClick={onKeepMine}>
            <Trans>Keep mine</Trans>
          </Button>
        </>
      }
    >
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
              <td data-label={t`Theirs`}>{formatValue(theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

/** Return a value as text. A text by language has a line for each language. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${formatValue(part)}`)
    .join('\n')
}
