import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ImportName, ImportPreview, NameAction } from '../../../importApi'
import type { ScheduleImportStore } from '../../../stores/studio/ScheduleImportStore'
import { useImportTexts } from './useImportTexts'

interface Props {
  store: ScheduleImportStore
  preview: ImportPreview
}

/** The names of the file that the operator decides about. The channel remembers the decisions. */
export const ImportNames = observer(function ImportNames({ store, preview }: Props) {
  const { t } = useLingui()
  const { kindName } = useImportTexts()
  if (!preview.names.length) return null
  return (
    <section className="panel stack">
      <h2 className="display h3">{t`Names`}</h2>
      <p className="muted">
        <Trans>Say once what each name means. The next import remembers it.</Trans>
      </p>
      <ul className="import-names">
        {preview.names.map(name => (
          <li key={`${name.kind} ${name.scope} ${name.name}`}>
            <span>
              <strong>{name.name}</strong>{' '}
              <span className="muted">
                {kindName(name.kind)}
                {name.scope ? `, ${preview.labels[name.scope] ?? name.scope}` : null}
              </span>
            </span>
            <NameSelect store={store} name={name} preview={preview} />
          </li>
        ))}
      </ul>
    </section>
  )
})

/** What a name means: `existing:KEY`, or another action. */
const NameSelect = observer(function NameSelect({ store, name, preview }: Props & { name: ImportName }) {
  const { t } = useLingui()
  const nearest = new Set(name.candidates.map(({ key }) => key))
  const others = preview.entries[name.kind].filter(({ key }) => !nearest.has(key))
  const value = name.action === 'existing' ? `existing:${name.key}` : (name.action ?? '')
  const text = name.name
  return (
    <select
      className="select"
      aria-label={t`Meaning of ${text}`}
      value={value}
      onChange={event => {
        const [action, key] = event.target.value.split(':')
        if (action) void store.setName(name, action as NameAction, key)
      }}
    >
      <option value="">{t`Not chosen`}</option>
      <option value="new">{t`Create “${text}”`}</option>
      {name.kind === 'team' ? <option value="text">{t`Show the name as text only`}</option> : null}
      <option value="ignore">
        {name.kind === 'location' ? t`Leave the location empty` : t`Leave these rows out`}
      </option>
      {[
        { label: t`Nearest`, entries: name.candidates },
        { label: t`All`, entries: others },
      ].map(({ label, entries }) =>
        entries.length ? (
          <optgroup key={label} label={label}>
            {entries.map(entry => (
              <option key={entry.key} value={`existing:${entry.key}`}>
                {entry.label}
              </option>
            ))}
          </optgroup>
        ) : null,
      )}
    </select>
  )
})
