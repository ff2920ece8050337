import { useLingui } from '@lingui/react/macro'
import { use, useCallback, useEffect, useState } from 'react'
import { PositionsContext } from '@/shared/contexts/positions'
import type { ContentRef } from '@/shared/contexts/slots'

export interface ResumePosition {
  /** Seconds where this viewer goes on, 0 for the beginning; null until that is known. */
  start: number | null
  /** Whether it is told that watching goes on, and may be started over. */
  isNoticeShown: boolean
  /** Another beginning is another video to the player. */
  videoKey: string
  onTime: (seconds: number, duration: number) => void
  startOver: () => void
}

/** Whoever has watched on for so many seconds wants no other beginning. */
const NOTICE_SECONDS = 20

/**
 * Where watching begins, and the keeping of where it is; null keeps nothing, and begins at the start. In another
 * language the player comes anew, and goes on from here.
 */
export function useResumePosition(what: ContentRef | null): ResumePosition {
  const { i18n } = useLingui()
  const positions = use(PositionsContext)
  const { kind = null, id = 0 } = (positions.isEnabled && what) || {}
  const key = `${kind}-${id}-${i18n.locale}`
  const [known, setKnown] = useState<{ key: string; start: number; over?: boolean } | null>(null)
  const [isShown, setShown] = useState(true)

  useEffect(() => {
    if (kind === null) return
    let gone = false
    positions.getStart({ kind, id }).then(start => {
      if (gone) return
      setKnown({ key, start })
      setShown(start > 0)
    })
    return () => {
      gone = true
      positions.stop()
    }
  }, [positions, kind, id, key])

  const start = kind === null ? 0 : known?.key === key ? known.start : null
  const onTime = useCallback(
    (seconds: number, duration: number) => {
      if (kind !== null) positions.update({ kind, id }, seconds, duration)
      if (start && seconds > start + NOTICE_SECONDS) setShown(false)
    },
    [positions, kind, id, start],
  )
  const over = known?.key === key && known.over === true
  const startOver = () => setKnown({ key, start: 0, over: true })
  return {
    start,
    isNoticeShown: isShown && (start ?? 0) > 0,
    videoKey: over ? '-over' : '',
    onTime,
    startOver,
  }
}
