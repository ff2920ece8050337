import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Field, TextField } from '@/shared/ui/Field'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { Select } from '@/shared/ui/Select'
import {
  type DateOrder,
  IMPORT_FIELDS,
  type ImportField,
  type ImportPreview,
  type NameKind,
} from '../../../importApi'
import type { ScheduleImportStore } from '../../../stores/studio/ScheduleImportStore'
import { useImportTexts } from './useImportTexts'

interface Props {
  store: ScheduleImportStore
  preview: ImportPreview
}

const DELIMITERS: Record<string, string> = { ',': ',', ';': ';', '\t': 'Tab' }

/** The second step: how the file was read, and what it leaves open. */
export const ImportReading = observer(function ImportReading({ store, preview }: Props) {
  const { t } = useLingui()
  const { questionText } = useImportTexts()
  const { columns, questions, encoding, format, skipped } = preview
  const delimiter = DELIMITERS[preview.delimiter]
  const skippedCount = skipped.length
  return (
    <section className="panel stack">
      <h2 className="display h3">{t`How the file was read`}</h2>
      <p className="muted">
        {format === 'ics' ? t`iCalendar` : t`CSV, separated by ${delimiter ?? ''}`}, {encoding.toUpperCase()}
        {skippedCount ? `, ${t`rows without a game: ${skippedCount}`}` : null}
      </p>
      {questions.map(question => (
        <p key={question} role="alert">
          <strong>{questionText(question)}</strong>
        </p>
      ))}
      {columns.length ? <Columns store={store} preview={preview} /> : null}
      <Options store={store} preview={preview} />
    </section>
  )
})

const Columns = observer(function Columns({ store, preview }: Props) {
  const { t } = useLingui()
  const { fieldName } = useImportTexts()
  return (
    <div className="import-columns">
      {preview.columns.map(({ name, field, samples }, index) => {
        const number = index + 1
        return (
          <Field key={index} label={name || t`Column ${number}`} hint={samples.join(' · ')}>
            {ids => (
              <select
                {...ids}
                className="select"
                value={field}
                onChange={event => void store.setColumn(index, event.target.value as ImportField)}
              >
                {[...IMPORT_FIELDS, 'ignored' as const].map(value => (
                  <option key={value} value={value}>
                    {fieldName(value)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )
      })}
    </div>
  )
})

const Options = observer(function Options({ store, preview }: Props) {
  const { t } = useLingui()
  const { date_example, date_order, questions, suggested_date_order } = preview
  const file = store.file
  const orders: Record<DateOrder, string> = { day_first: t`Day first`, month_first: t`Month first` }
  const suggestion = orders[suggested_date_order]
  const hasOpponents = preview.columns.some(({ field }) => field === 'opponent')
  const entry = (kind: NameKind, label: string, option: 'own_team' | 'category') => (
    <Field label={label}>
      {ids => (
        <Select
          {...ids}
          label={label}
          all={t`Not chosen`}
          options={preview.entries[kind].map(({ key, label: name }) => ({ value: key, label: name }))}
          value={file?.[option] ?? null}
          onChange={key => void store.setOptions({ [option]: key ?? '' })}
        />
      )}
    </Field>
  )
  return (
    <>
      {date_example ? (
        <div className="stack stack--2">
          <SegmentedControl<DateOrder>
            label={t`Order of day and month`}
            choices={(['day_first', 'month_first'] as const).map(order => ({
              value: order,
              label: `${orders[order]} (${date_example[order]})`,
            }))}
            value={date_order}
            onChange={order => void store.setOptions({ date_order: order })}
          />
          {date_order ? null : (
            <p className="hint import-columns__samples">
              <Trans>Usual in the channel’s language: {suggestion}</Trans>
            </p>
          )}
        </div>
      ) : null}
      {questions.includes('season') || file?.season ? (
        <TextField
          label={t`Year of the first game`}
          type="number"
          min={2000}
          max={2200}
          defaultValue={file?.season ?? ''}
          onBlur={event => {
            const season = Number(event.target.value)
            if (event.target.validity.valid && season) void store.setOptions({ season })
          }}
        />
      ) : null}
      {hasOpponents ? entry('team', t`Whose schedule is it?`, 'own_team') : null}
      {questions.includes('columns') ? null : entry('category', t`Category of rows without one`, 'category')}
    </>
  )
})
