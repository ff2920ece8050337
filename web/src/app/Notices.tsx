import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { whenIdle } from '@/shared/loading/whenIdle'
import { onFirstInteraction } from '@/shared/userInteraction'
import type { RootStore } from './RootStore'

const Toasts = lazyComponent(() => import('@/shared/ui/Toasts'))

/** The global notices: what the session has to tell wherever the viewer is, and the toasts themselves. */
export const Notices = observer(function Notices({ root }: { root: RootStore }) {
  const { t } = useLingui()
  const { session, toasts } = root
  // What tells that the connection is gone must be there before; it is about what somebody did.
  useEffect(() => onFirstInteraction(() => whenIdle(() => void Toasts.preload())), [])

  /** Minutes are told from two on: nobody counts 100 seconds. */
  const whenAgain = (seconds: number | null) => {
    if (seconds === null) return t`Please wait a moment and try again.`
    const minutes = Math.ceil(seconds / 60)
    return minutes > 1
      ? plural(minutes, { one: 'Please try again in # minute.', other: 'Please try again in # minutes.' })
      : plural(seconds, { one: 'Please try again in # second.', other: 'Please try again in # seconds.' })
  }

  useEffect(() => {
    const silent = [
      session.events.on('crash', () =>
        toasts.show(t`Something went wrong. Please try again or contact technical support`, {
          type: 'error',
        }),
      ),
      session.events.on('throttled', ({ retryAfter }) => {
        const again = whenAgain(retryAfter)
        toasts.show(t`Too many requests. ${again}`, { type: 'error' })
      }),
    ]
    return () => {
      for (const stop of silent) stop()
    }
  }, [session, toasts, t])

  return toasts.hasShown ? <Toasts store={toasts} /> : null
})
