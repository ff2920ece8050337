import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { formatTime } from '@/shared/format/dates'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { listRows, type Row } from '../../scoring/rows'
import type { ScorerStore, ShownEntry } from '../../stores/scoring/ScorerStore'
import { CorrectionDialog } from './CorrectionDialog'
import type { Game } from './game'
import { useAuthorName, useEntryTexts } from './useEntryTexts'
import './EntryList.css'

interface Props {
  store: ScorerStore
  game: Game
  /** How many entries are shown at first. */
  limit?: number
  /** The time zone of the times. Without it, that of the device. */
  timeZone?: string
}

/** The entries of the timeline, the last one first. Each can be undone, restored or corrected. */
export const EntryList = observer(function EntryList({ store, game, limit = 20, timeZone }: Props) {
  const { t } = useLingui()
  const [isAll, setAll] = useState(false)
  const [correcting, setCorrecting] = useState<ShownEntry | null>(null)
  const rows = listRows(store.entries, store.snapshots)
  if (rows.length === 0)
    return (
      <p className="muted">
        <Trans>What happens in the game appears here.</Trans>
      </p>
    )
  return (
    <>
      <ol className="entry-list" aria-label={t`What happened`}>
        {(isAll ? rows : rows.slice(0, limit)).map(row => (
          <EntryRow
            key={row.entry.id}
            row={row}
            store={store}
            game={game}
            timeZone={timeZone}
            onCorrect={setCorrecting}
          />
        ))}
      </ol>
      {!isAll && rows.length > limit ? (
        <Button onClick={() => setAll(true)}>
          <Trans>Show all</Trans>
        </Button>
      ) : null}
      {correcting ? (
        <CorrectionDialog store={store} game={game} entry={correcting} onClose={() => setCorrecting(null)} />
      ) : null}
    </>
  )
})

interface RowProps extends Props {
  row: Row<ShownEntry>
  onCorrect: (entry: ShownEntry) => void
}

const EntryRow = observer(function EntryRow({ row, store, game, timeZone, onCorrect }: RowProps) {
  const { t, i18n } = useLingui()
  const nameEntry = useEntryTexts(game)
  const nameAuthor = useAuthorName()
  const { entry, scoreboard, undoneBy, isCorrected } = row
  const name = nameEntry(entry, entry.period ?? scoreboard?.period)
  const author = store.isOwn(entry.id) ? t`You` : nameAuthor(entry.author)
  const isWaiting = entry.revision === undefined
  return (
    <li className={cx('entry-list__row', undoneBy && 'entry-list__row--undone')}>
      <span className="entry-list__about">
        <b className="entry-list__name">{name}</b>
        {scoreboard && entry.side && entry.kind === 'scored' ? (
          <span className="entry-list__score tabular-nums">
            {(scoreboard.phase === 'shootout' ? scoreboard.shootout : scoreboard.points)?.join('–')}
          </span>
        ) : null}
        <span className="entry-list__more">
          {[
            formatTime(entry.at_ms, { language: i18n.locale, timeZone }),
            author,
            undoneBy ? t`undone` : isCorrected ? t`corrected` : '',
            isWaiting ? t`waiting` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="entry-list__actions">
        {undoneBy ? (
          <Button kind="quiet" onClick={() => store.press('undone', { target: undoneBy })}>
            <Trans>Restore</Trans>
            <span className="sr-only"> ({name})</span>
          </Button>
        ) : (
          <>
            <Button kind="quiet" onClick={() => store.press('undone', { target: entry.id })}>
              <Trans>Undo</Trans>
              <span className="sr-only"> ({name})</span>
            </Button>
            <Button kind="quiet" onClick={() => onCorrect(entry)}>
              <Trans>Correct</Trans>
              <span className="sr-only"> ({name})</span>
            </Button>
          </>
        )}
      </span>
    </li>
  )
})
