import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { formatPlayTime } from '@/shared/format/playTime'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { Loaded } from '@/shared/studio/Loaded'
import { toText } from '@/shared/studio/localizedText'
import { Badge } from '@/shared/ui/Badge'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { useCatalog } from '../../../context'
import { matchEntries, type PrerollMatch } from '../../../prerollMatch'
import { entriesStore } from '../../../stores/EntriesStore'
import { useEntryOptions } from '../ReferenceFields'
import '@/shared/ui/Panel.css'
import './EventPrerolls.css'

const ROOM = '/studio/content/pre-rolls'

/** The pre-rolls of the channel: which ones can play before this event, with preview and length. */
export default observer(function EventPrerolls({ event }: { event: EntryValue }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(entriesStore)
  const load = useCallback(() => void store.load('prerolls'), [store])
  useEffect(load, [load])
  return (
    <section className="panel stack" aria-label={t`Pre-rolls`}>
      <h2 className="display h3">
        <Trans>Pre-rolls</Trans>
      </h2>
      <p className="hint">
        <Trans>
          Before the video, one of the pre-rolls that fit plays. Each has its own locations and categories.
        </Trans>
      </p>
      <Loaded
        source={store.section('prerolls')}
        errorTitle={t`The pre-rolls could not be loaded`}
        onRetry={load}
      >
        {({ entries }) =>
          entries.length ? (
            <ul className="event-prerolls">
              {sortByMatch(entries, event).map(([entry, match]) => (
                <PrerollRow key={entry.key} entry={entry} match={match} />
              ))}
            </ul>
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

/** Return the pre-rolls with those first that can play. */
function sortByMatch(entries: readonly Entry[], event: EntryValue): [Entry, PrerollMatch][] {
  return entries
    .map((entry): [Entry, PrerollMatch] => [entry, matchEntries(entry.value, event)])
    .toSorted(([, a], [, b]) => Number(b === 'plays') - Number(a === 'plays'))
}

const PrerollRow = observer(function PrerollRow({ entry, match }: { entry: Entry; match: PrerollMatch }) {
  const { i18n } = useLingui()
  const { language } = useCatalog().shell.channel.settings
  const [seconds, setSeconds] = useState<number | null>(null)
  const { key, value } = entry
  const name = toText(value.name, i18n.locale, language) || key
  const source = value.file ?? value.url
  return (
    <li className="event-prerolls__row">
      {source ? (
        <video
          className="event-prerolls__preview"
          src={String(source)}
          aria-label={name}
          preload="metadata"
          controls
          muted
          playsInline
          onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
        />
      ) : (
        <p className="event-prerolls__preview hint">
          <Trans>A VAST tag chooses the video.</Trans>
        </p>
      )}
      <div className="stack stack--2">
        <p className="cluster">
          <strong>{name}</strong>
          {seconds === null ? null : <span className="tabular-nums">{formatPlayTime(seconds)}</span>}
          <MatchBadge match={match} />
        </p>
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

function MatchBadge({ match }: { match: PrerollMatch }) {
  const texts: Record<PrerollMatch, ReactNode> = {
    plays: <Trans>Can play here</Trans>,
    other_location: <Trans>Other location</Trans>,
    other_category: <Trans>Other category</Trans>,
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
