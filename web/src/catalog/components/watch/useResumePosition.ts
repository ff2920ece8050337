import { useLingui } from '@lingui/react/macro'
import { use, useCallback, useEffect, useState } from 'react'
import { PositionsContext } from '@/shared/contexts/positions'
import type { ContentRef } from '@/shared/contexts/slots'

/** The start position of a video and the state of the resume notice. */
export interface ResumePosition {
  /** The start position in seconds. 0 is the beginning; null means that the position is loading. */
  start: number | null
  /** Whether to show the notice that playback resumes and can be started over. */
  isNoticeShown: boolean
  /** A suffix for the id of the player, so that "Start over" loads a new player. */
  videoKey: string
  onTime: (seconds: number, duration: number) => void
  startOver: () => void
}

/** Seconds of playback after which the notice disappears. By then the viewer has accepted the position. */
const NOTICE_SECONDS = 20

/**
 * Load the start position of a video and save its current position. Null saves nothing and starts at the beginning.
 *
 * A change of the language reloads the player, which then resumes at the saved position.
 */
export function useResumePosition(content: ContentRef | null): ResumePosition {
  const { i18n } = useLingui()
  const positions = use(PositionsContext)
  const { kind = null, id = 0 } = (positions.isEnabled && content) || {}
  const key = `${kind}-${id}-${i18n.locale}`
  const [loaded, setLoaded] = useState<{ key: string; start: number; over?: boolean } | null>(null)
  const [isShown, setIsShown] = useState(true)

  useEffect(() => {
    if (kind === null) return
    let isCanceled = false
    positions.getStart({ kind, id }).then(start => {
      if (isCanceled) return
      setLoaded({ key, start })
      setIsShown(start > 0)
    })
    return () => {
      isCanceled = true
      positions.stop()
    }
  }, [positions, kind, id, key])

  const start = kind === null ? 0 : loaded?.key === key ? loaded.start : null
  const onTime = useCallback(
    (seconds: number, duration: number) => {
      if (kind !== null) positions.update({ kind, id }, seconds, duration)
      if (start && seconds > start + NOTICE_SECONDS) setIsShown(false)
    },
    [positions, kind, id, start],
  )
  const isRestarted = loaded?.key === key && loaded.over === true
  const startOver = () => setLoaded({ key, start: 0, over: true })
  return {
    start,
    isNoticeShown: isShown && (start ?? 0) > 0,
    videoKey: isRestarted ? '-over' : '',
    onTime,
    startOver,
  }
}
