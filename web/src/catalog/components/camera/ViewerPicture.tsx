import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { useInterval } from '@/shared/hooks/useInterval'
import { SharedConnection, TilePlayer } from '@/shared/player'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { playedEvent } from '../../playedContent'
import { createViewerTile } from '../../stores/camera/viewerTile'
import { useSlate } from '../watch/useSlate'

const POLL_MS = 4000

interface Props {
  eventId: number
  /** Whether the stream runs on the server. */
  isLive: boolean
}

/** What viewers see now: the stream of the event, small and without sound. It can be closed to save the line. */
export const ViewerPicture = observer(function ViewerPicture({ eventId, isLive }: Props) {
  const [isShown, setShown] = useState(true)
  return (
    <section className="camera__viewers">
      <Button kind="glass" size="s" icon="eye" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? <Trans>Hide what viewers see</Trans> : <Trans>Show what viewers see</Trans>}
      </Button>
      {isShown && isLive ? <Picture eventId={eventId} /> : null}
      {isShown && !isLive ? (
        <p className="camera__hint">
          <Trans>Viewers see your picture some seconds after you go live.</Trans>
        </p>
      ) : null}
    </section>
  )
})

const Picture = observer(function Picture({ eventId }: { eventId: number }) {
  const { shell } = useCatalog()
  const tile = useMemo(() => createViewerTile(shell.api, eventId), [eventId, shell])
  const connection = useMemo(() => new SharedConnection(), [])
  useEffect(() => void tile.open(), [tile])
  const slate = useSlate()
  const { event, source } = tile
  const plays = tile.stateAt(serverNow()) === 'plays' && event !== null && source !== null
  useInterval(() => void tile.refresh(), plays ? null : POLL_MS)
  if (!plays) {
    return (
      <p className="camera__hint" role="status">
        <Trans>Waiting for the stream</Trans>
      </p>
    )
  }
  return (
    <div className="camera__viewer-picture">
      <TilePlayer
        id={eventId}
        source={source}
        title={event.full_name}
        slate={slate}
        content={playedEvent(event, true, shell.channel.groups)}
        connection={connection}
        hasSound={false}
        isPaused={false}
        storageKey={`${shell.channel.settings.storage_prefix}:player`}
        renewSource={() => tile.renewSource()}
        onEnded={() => tile.handleEnd()}
        onSilenced={() => undefined}
        onReady={control => tile.attach(control)}
      />
    </div>
  )
})
