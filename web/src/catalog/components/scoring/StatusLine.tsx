import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import type { Game } from './game'
import { useAuthorName, useEntryTexts } from './useEntryTexts'

interface Props {
  store: ScorerStore
  game: Game
}

/** Whether everything has arrived, and what another scorer did last. */
export const StatusLine = observer(function StatusLine({ store, game }: Props) {
  const isSaved = store.waiting.length === 0 && !store.isUnreachable
  return (
    <div className="scorer-status">
      <p className="scorer-status__state" data-testid="scorer-state">
        <Icon name={store.isUnreachable ? 'offline' : isSaved ? 'check' : 'clock'} size="s" />
        <SaveState store={store} />
      </p>
      <LastOther store={store} game={game} />
      <RefusedEntries store={store} game={game} />
    </div>
  )
})

const SaveState = observer(function SaveState({ store }: { store: ScorerStore }) {
  const count = store.waiting.length
  if (!store.isUnreachable) return count > 0 ? <Trans>Saving…</Trans> : <Trans>Everything is saved</Trans>
  if (count === 0) return <Trans>Offline. Everything is saved.</Trans>
  return <Plural value={count} one="# waiting, offline" other="# waiting, offline" />
})

const LastOther = observer(function LastOther({ store, game }: Props) {
  const nameEntry = useEntryTexts(game)
  const nameAuthor = useAuthorName()
  const entry = store.lastOther
  if (!entry) return null
  return (
    <p className="scorer-status__other">
      <b>{nameAuthor(entry.author)}</b> {nameEntry(entry)}
    </p>
  )
})

const RefusedEntries = observer(function RefusedEntries({ store, game }: Props) {
  const { t } = useLingui()
  const nameEntry = useEntryTexts(game)
  const formatError = useErrorMessage()
  if (store.refused.length === 0) return null
  return (
    <div className="scorer-status__refused" role="alert">
      <ul>
        {store.refused.map(({ entry, error }) => (
          <li key={entry.id}>{t`Not saved: ${nameEntry(entry)}. ${formatError(error)}`}</li>
        ))}
      </ul>
      <Button size="s" onClick={() => store.clearRefused()}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
})
