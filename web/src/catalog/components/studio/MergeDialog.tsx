import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { ComboboxField } from '@/shared/ui/ComboboxField'
import type { MergeEffects } from '../../contentApi'
import type { ContentSection } from '../../contentFields'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'
import { EntryMerge } from '../../stores/studio/EntryMerge'
import { useEntryOptions } from './ReferenceFields'

interface Props {
  section: ContentSection
  entryKey: string
  name: string
  /** Called with the key of the entry that stays. */
  onMerged: (into: string) => void
  onClose: () => void
}

/** The choice of the entry that stays, what moves to it, and what an undo does not bring back. */
const MergeDialog = observer(function MergeDialog({ section, entryKey, name, onMerged, onClose }: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const [merge] = useState(() => new EntryMerge(catalog.resolve(entriesStore).api, section.section, entryKey))
  const options = useEntryOptions(section.section).filter(({ value }) => value !== entryKey)
  const { into } = merge.form.values
  const kept = options.find(({ value }) => value === into)?.label ?? into

  async function confirm() {
    if (!(await merge.merge())) return
    catalog.shell.toasts.show(t`${name} was merged into ${kept}`, { type: 'success' })
    onMerged(into)
  }

  return (
    <ConfirmDialog
      form={merge.form}
      title={t`Merge ${name}`}
      description={t`Choose the entry that stays. It keeps its name, its picture and its other fields.`}
      action={<Trans>Merge</Trans>}
      danger
      disabled={!merge.effects}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ComboboxField
        label={t`Stays`}
        placeholder={t`Type a name`}
        options={options}
        value={into}
        onChange={key => void merge.choose(key)}
        autoFocus
      />
      {merge.effects ? <Effects effects={merge.effects} name={name} kept={kept} /> : null}
    </ConfirmDialog>
  )
})
export default MergeDialog

function Effects({ effects, name, kept }: { effects: MergeEffects; name: string; kept: string }) {
  const { events, teams, orders, favorites, reminders } = effects
  return (
    <>
      <p>
        <Trans>These move to {kept}:</Trans>
      </p>
      <ul className="merge-effects">
        {events ? (
          <li>
            <Plural value={events} one="# event" other="# events" />
          </li>
        ) : null}
        {teams ? (
          <li>
            <Plural value={teams} one="# team" other="# teams" />
          </li>
        ) : null}
        {orders ? (
          <li>
            <Plural value={orders} one="# order or pass" other="# orders and passes" />
          </li>
        ) : null}
        <li>
          <Plural value={favorites} one="# favorite" other="# favorites" />
        </li>
        <li>
          <Plural value={reminders} one="# reminder" other="# reminders" />
        </li>
      </ul>
      <p>
        <Trans>
          Then {name} disappears from the site, and its old address leads to {kept}. Imports put its games
          there, too.
        </Trans>
      </p>
      <p className="hint">
        <Trans>
          An undo of the merge brings back {name} with its events. Orders, favorites and reminders stay with{' '}
          {kept}.
        </Trans>
      </p>
    </>
  )
}
