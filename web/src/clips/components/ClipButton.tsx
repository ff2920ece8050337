import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { SlotProps } from '@/shared/contexts/slots'
import { MEDIA } from '@/shared/mediaTypes'
import { shortcutKey } from '@/shared/shortcutKey'
import { Button } from '@/shared/ui/Button'
import { useQuickClip } from './useQuickClip'
import './Clips.css'

/** A button that opens the editor at the current position. On live events, another one saves the last 30 seconds. */
export const ClipButton = observer(function ClipButton({ event, player }: SlotProps['eventActions']) {
  const navigate = useNavigate()
  const liveMedia = event.media.find(({ type, url }) => url && type === MEDIA.live)
  const isLive = event.stream_status === 'live' && liveMedia !== undefined
  const quick = useQuickClip(event, isLive ? liveMedia : null, player)

  useEffect(() => {
    if (!isLive) return
    const handleKey = (keyEvent: KeyboardEvent) => {
      const { target, altKey, ctrlKey, metaKey, repeat } = keyEvent
      if (shortcutKey(keyEvent) !== 'x' || altKey || ctrlKey || metaKey || repeat) return
      if (target instanceof Element && target.closest('.player')) void quick.clip()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })

  const openEditor = () => {
    const controls = player()
    const instant = isLive ? (controls?.instant() ?? null) : null
    const query =
      instant === null
        ? !isLive && controls
          ? `?at=${controls.time().toFixed(3)}`
          : ''
        : `?instant=${instant}`
    navigate(`/watch/${event.id}/clip${query}`)
  }
  return (
    <>
      <Button kind="primary" icon="cut" onClick={openEditor}>
        <Trans>Clip this</Trans>
      </Button>
      {isLive ? (
        <Button busy={quick.busy} aria-keyshortcuts="x" onClick={() => void quick.clip()}>
          <Trans>Clip last 30 s</Trans>
          <span className="kbd" aria-hidden="true">
            X
          </span>
        </Button>
      ) : null}
    </>
  )
})
