import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Badge } from '@/shared/ui/Badge'
import { Chips } from '@/shared/ui/Chips'
import { type ImportChange, type ImportPreview, type ImportRow, ROW_CLASSES } from '../../../importApi'
import type { ScheduleImportStore } from '../../../stores/studio/ScheduleImportStore'
import { useImportTexts } from './useImportTexts'

interface Props {
  store: ScheduleImportStore
  preview: ImportPreview
}

const TONES = { new: 'success', disagreeing: 'warning', missing: 'warning', unmapped: 'danger' } as const

/** The third step: every row with what the import would do. */
export const ImportRows = observer(function ImportRows({ store, preview }: Props) {
  const { t } = useLingui()
  const { className, statusName, formatStart } = useImportTexts()
  const { counts, labels } = preview
  return (
    <section className="stack">
      <h2 className="display h3">{t`Preview`}</h2>
      <Chips
        wrap
        label={t`Filter by change`}
        value={store.filter ?? 'all'}
        onChange={value => store.setFilter(value === 'all' ? null : value)}
        choices={[
          { value: 'all' as const, label: t`All changes` },
          ...ROW_CLASSES.filter(value => counts[value]).map(value => ({
            value,
            label: `${className(value)} (${counts[value]})`,
          })),
        ]}
      />
      {store.rows.length ? (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t`Game`}</th>
              <th scope="col">{t`Start`}</th>
              <th scope="col">{t`Location`}</th>
              <th scope="col">{t`Change`}</th>
              <th scope="col">{t`Import`}</th>
            </tr>
          </thead>
          <tbody>
            {store.rows.map(row => (
              <tr key={row.row_key}>
                <td data-label={t`Game`}>
                  <strong>{row.label}</strong>
                </td>
                <td data-label={t`Start`}>{formatStart(row.starts)}</td>
                <td data-label={t`Location`}>{labels[row.location] ?? row.location}</td>
                <td data-label={t`Change`}>
                  <div className="stack stack--2">
                    <span>
                      <Badge tone={TONES[row.class as keyof typeof TONES] ?? 'plain'}>
                        {className(row.class)}
                      </Badge>{' '}
                      {row.status === 'scheduled' ? null : statusName(row.status)}
                    </span>
                    {row.changes.map(change => (
                      <Change key={change.field} change={change} labels={labels} />
                    ))}
                  </div>
                </td>
                <td data-label={t`Import`}>
                  <RowDecision store={store} row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="muted">{t`Nothing changes.`}</p>
      )}
    </section>
  )
})

/** A field with the studio's value and the file's. */
function Change({ change, labels }: { change: ImportChange; labels: Record<string, string> }) {
  const { t } = useLingui()
  const { fieldName, formatScore, formatStart, statusName } = useImportTexts()
  const format = (value: string | null) => {
    if (value === null) return t`none`
    if (change.field === 'starts') return formatStart(value)
    if (change.field === 'score') return formatScore(value)
    return change.field === 'status' ? statusName(value) : (labels[value] ?? value)
  }
  return (
    <span>
      {fieldName(change.field)}:{' '}
      {change.is_disagreeing ? (
        t`studio ${format(change.studio)}, file ${format(change.file)}`
      ) : (
        <>
          <del className="import-old">{format(change.studio)}</del> <ins>{format(change.file)}</ins>
        </>
      )}
    </span>
  )
}

/** What happens to a row. */
const RowDecision = observer(function RowDecision({
  store,
  row,
}: {
  store: ScheduleImportStore
  row: ImportRow
}) {
  const { t } = useLingui()
  const choice = store.choiceOf(row)
  const { label } = row
  if (row.class === 'unchanged' || row.class === 'unmapped') return null
  if (row.class === 'missing')
    return (
      <select
        className="select"
        aria-label={t`What happens to ${label}`}
        value={choice}
        onChange={event => store.choose(row, event.target.value as 'skip' | 'cancel' | 'postpone')}
      >
        <option value="skip">{t`Keep`}</option>
        <option value="cancel">{t`Cancel the game`}</option>
        <option value="postpone">{t`Postpone the game`}</option>
      </select>
    )
  return (
    <input
      type="checkbox"
      aria-label={t`Import ${label}`}
      checked={choice === 'apply'}
      onChange={event => store.choose(row, event.target.checked ? 'apply' : 'skip')}
    />
  )
})
