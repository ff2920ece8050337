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

/** Leads to the editor with the moment that is shown; of a live game it also keeps the last 30 seconds at once. */
export const ClipButton = observer(function ClipButton({ event, player }: SlotProps['eventActions']) {
  const navigate = useNavigate()
  const live = event.media.find(({ type, url }) => url && type === MEDIA.live)
  const isLive = event.stream_status === 'live' && live !== undefined
  const quick = useQuickClip(event, isLive ? live : null, player)

  useEffect(() => {
    if (!isLive) return
    const press = (pressed: KeyboardEvent) => {
      const { target, altKey, ctrlKey, metaKey, repeat } = pressed
      if (shortcutKey(pressed) !== 'x' || altKey || ctrlKey || metaKey || repeat) return
      if (target instanceof Element && target.closest('.player')) void quick.clip()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  const cut = () => {
    const control = player()
    const instant = isLive ? (control?.instant() ?? null) : null
    const moment =
      instant === null
        ? !isLive && control
          ? `?at=${control.time().toFixed(3)}`
          : ''
        : `?instant=${instant}`
    navigate(`/watch/${event.id}/clip${moment}`)
  }
  return (
    <>
      <Button kind="primary" icon="cut" onClick={cut}>
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
