import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { formatPlayTime } from '@/shared/format/playTime'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { Loaded } from '@/shared/studio/Loaded'
import { toText } from '@/shared/studio/localizedText'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Badge } from '@/shared/ui/Badge'
import { Button, LinkButton } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { FormError } from '@/shared/ui/FormError'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { EmptyState } from '@/shared/ui/states'
import { useCatalog } from '../../../context'
import { chosenPrerolls, matchEntries, type PrerollMatch, toPrerollsField } from '../../../prerollMatch'
import { entriesStore } from '../../../stores/EntriesStore'
import { useEntryOptions } from '../ReferenceFields'
import '@/shared/ui/Panel.css'
import './EventPrerolls.css'

const ROOM = '/studio/content/pre-rolls'

interface Props {
  /** The editor of the event. */
  editor: EntryEditor
  onSaved: () => void
}

/** The pre-rolls of the channel: which ones play before this event, with preview and length. */
export default observer(function EventPrerolls({ editor, onSaved }: Props) {
  const { t } = useLingui()
  const store = useCatalog().resolve(entriesStore)
  const load = useCallback(() => void store.load('prerolls'), [store])
  useEffect(load, [load])
  const entry = editor.entry.value
  if (!entry) return null
  return (
    <section className="panel stack" aria-label={t`Pre-rolls`}>
      <h2 className="display h3">
        <Trans>Pre-rolls</Trans>
      </h2>
      <p className="hint">
        <Trans>Before the video, one pre-roll plays, chosen at random by weight.</Trans>
      </p>
      <Loaded
        source={store.section('prerolls')}
        errorTitle={t`The pre-rolls could not be loaded`}
        onRetry={load}
      >
        {({ entries }) =>
          entries.length ? (
            <PrerollChoice
              key={entry.version}
              editor={editor}
              entries={entries}
              event={entry.value}
              onSaved={onSaved}
            />
          ) : (
            <EmptyState
              title={t`No pre-rolls yet`}
              actions={
                <LinkButton icon="plus" to={`${ROOM}/_new`}>
                  <Trans>Add pre-roll</Trans>
                </LinkButton>
              }
            >
              <Trans>Videos start without an ad.</Trans>
            </EmptyState>
          )
        }
      </Loaded>
    </section>
  )
})

interface ChoiceProps extends Props {
  entries: readonly Entry[]
  event: EntryValue
}

/** Which pre-rolls may play: all that fit, none, or these. */
const PrerollChoice = observer(function PrerollChoice({ editor, entries, event, onSaved }: ChoiceProps) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  const formatError = useErrorMessage()
  const saved = chosenPrerolls(event)
  const [chosen, setChosen] = useState(saved)
  const [isPicking, setPicking] = useState(Boolean(saved?.length))
  const choice = isPicking ? 'some' : chosen ? 'none' : 'all'
  const draft = { ...event, prerolls: toPrerollsField(chosen) }
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(saved)
  const isIncomplete = isPicking && !chosen?.length
  const error = Object.values(editor.errors)[0]?.[0] ?? editor.errorMessage

  function choose(value: 'all' | 'none' | 'some') {
    setPicking(value === 'some')
    setChosen(value === 'all' ? null : value === 'none' ? [] : (saved ?? []))
  }

  function toggle(key: string) {
    const keys = chosen ?? []
    setChosen(keys.includes(key) ? keys.filter(other => other !== key) : [...keys, key])
  }

  function finish() {
    toasts.show(t`Event saved`, { type: 'success' })
    onSaved()
  }

  async function submit(submission: FormEvent) {
    submission.preventDefault()
    if (await editor.save(draft)) finish()
  }

  return (
    <form className="stack" onSubmit={submission => void submit(submission)}>
      <SegmentedControl
        label={t`Pre-rolls of this event`}
        choices={[
          { value: 'all', label: t`All that fit` },
          { value: 'none', label: t({ message: 'None', context: 'pre-rolls' }) },
          { value: 'some', label: t`Only these` },
        ]}
        value={choice}
        onChange={choose}
      />
      <p className="hint">
        {choice === 'all' ? (
          <Trans>Pre-rolls play if their locations and categories are those of this event.</Trans>
        ) : choice === 'none' ? (
          <Trans>The video of this event starts without an ad.</Trans>
        ) : (
          <Trans>Only the chosen ones play, whatever their locations and categories.</Trans>
        )}
      </p>
      <ul className="event-prerolls">
        {sortByMatch(entries, draft).map(([entry, match]) => (
          <PrerollRow
            key={entry.key}
            entry={entry}
            match={match}
            onToggle={isPicking ? () => toggle(entry.key) : null}
            isChosen={Boolean(chosen?.includes(entry.key))}
          />
        ))}
      </ul>
      {error ? <FormError message={formatError(error)} /> : null}
      <div className="actions">
        <Button kind="primary" submit busy={editor.isBusy} disabled={!isChanged || isIncomplete}>
          <Trans>Save pre-rolls</Trans>
        </Button>
      </div>
      {editor.pending?.value ? <PendingChangeDialogs editor={editor} onDone={finish} /> : null}
    </form>
  )
})

/** Return the pre-rolls with those first that can play. */
function sortByMatch(entries: readonly Entry[], event: EntryValue): [Entry, PrerollMatch][] {
  return entries
    .map((entry): [Entry, PrerollMatch] => [entry, matchEntries(entry.value, event)])
    .toSorted(([, a], [, b]) => Number(b === 'plays') - Number(a === 'plays'))
}

interface RowProps {
  entry: Entry
  match: PrerollMatch
  /** Chooses the pre-roll, or removes it from the choice. Null if the operator does not choose single ones. */
  onToggle: (() => void) | null
  isChosen: boolean
}

const PrerollRow = observer(function PrerollRow({ entry, match, onToggle, isChosen }: RowProps) {
  const { i18n } = useLingui()
  const { language } = useCatalog().shell.channel.settings
  const [seconds, setSeconds] = useState<number | null>(null)
  const [isReady, setReady] = useState(true)
  const { key, value } = entry
  const name = toText(value.name, i18n.locale, language) || key
  const source = value.file ?? value.url
  return (
    <li className="event-prerolls__row">
      {!source ? (
        <p className="event-prerolls__preview hint">
          <Trans>A VAST tag chooses the video.</Trans>
        </p>
      ) : isReady ? (
        <video
          className="event-prerolls__preview"
          src={String(source)}
          aria-label={name}
          preload="metadata"
          controls
          muted
          playsInline
          onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
          onError={() => setReady(false)}
        />
      ) : (
        <p className="event-prerolls__preview hint">
          <Trans>Not ready yet: the video file cannot be played.</Trans>
        </p>
      )}
      <div className="stack stack--2">
        <div className="cluster">
          {onToggle ? (
            <CheckField checked={isChosen} onChange={onToggle}>
              <strong>{name}</strong>
            </CheckField>
          ) : (
            <strong>{name}</strong>
          )}
          {seconds === null ? null : <span className="tabular-nums">{formatPlayTime(seconds)}</span>}
          {isReady ? <MatchBadge match={match} /> : <NotReadyBadge />}
        </div>
        <Conditions value={value} />
        <div className="actions">
          <LinkButton size="s" to={`${ROOM}/${key}`}>
            <Trans>
              Edit <span className="sr-only">{name}</span>
            </Trans>
          </LinkButton>
        </div>
      </div>
    </li>
  )
})

function NotReadyBadge() {
  return (
    <Badge tone="plain">
      <Trans>Not ready yet</Trans>
    </Badge>
  )
}

function MatchBadge({ match }: { match: PrerollMatch }) {
  const texts: Record<PrerollMatch, ReactNode> = {
    plays: <Trans>Can play here</Trans>,
    other_location: <Trans>Other location</Trans>,
    other_category: <Trans>Other category</Trans>,
    not_chosen: <Trans>Not chosen</Trans>,
    never: <Trans>Turned off</Trans>,
  }
  return <Badge tone={match === 'plays' ? 'success' : 'plain'}>{texts[match]}</Badge>
}

/** Where and when a pre-roll plays, in one line. */
const Conditions = observer(function Conditions({ value }: { value: EntryValue }) {
  const { t } = useLingui()
  const labelOf = (options: ReturnType<typeof useEntryOptions>, key: unknown) =>
    options.find(option => option.value === key)?.label ?? String(key)
  const locations = useEntryOptions('locations')
  const categories = useEntryOptions('categories')
  const chosen = (value.categories ?? []) as readonly unknown[]
  const skipAfter = Number(value.skip_after)
  const parts = [
    value.location ? labelOf(locations, value.location) : t`All locations`,
    chosen.length ? chosen.map(key => labelOf(categories, key)).join(', ') : t`All categories`,
    value.for_vod === false ? t`Live only` : value.for_live === false ? t`Recordings only` : null,
  ]
  return (
    <p className="hint">
      {parts.filter(Boolean).join(' · ')}
      {value.skip_after === undefined || value.skip_after === null ? null : (
        <>
          {' · '}
          <Plural
            value={skipAfter}
            one="Can be skipped after # second"
            other="Can be skipped after # seconds"
          />
        </>
      )}
    </p>
  )
})
