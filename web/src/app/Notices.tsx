import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { whenIdle } from '@/shared/loading/whenIdle'
import { onFirstInteraction } from '@/shared/userInteraction'
import type { RootStore } from './RootStore'

const Toasts = lazyComponent(() => import('@/shared/ui/Toasts'))

/** The session's global notices and the toasts. */
export const Notices = observer(function Notices({ root }: { root: RootStore }) {
  const { t } = useLingui()
  const { session, toasts } = root
  // Load the toasts before the connection can fail. They only concern the viewer's actions, so wait for an
  // interaction.
  useEffect(() => onFirstInteraction(() => whenIdle(() => void Toasts.preload())), [])

  /** Return when to try again. More than one minute is shown in minutes. */
  const formatRetryTime = (seconds: number | null) => {
    if (seconds === null) return t`Please wait a moment and try again.`
    const minutes = Math.ceil(seconds / 60)
    return minutes > 1
      ? plural(minutes, { one: 'Please try again in # minute.', other: 'Please try again in # minutes.' })
      : plural(seconds, { one: 'Please try again in # second.', other: 'Please try again in # seconds.' })
  }

  useEffect(() => {
    const removeListeners = [
      session.events.on('globalError', () =>
        toasts.show(t`Something went wrong. Please try again or contact technical support`, {
          type: 'error',
        }),
      ),
      session.events.on('throttled', ({ retryAfter }) => {
        const retryTime = formatRetryTime(retryAfter)
        toasts.show(t`Too many requests. ${retryTime}`, { type: 'error' })
      }),
    ]
    return () => {
      for (const remove of removeListeners) remove()
    }
  }, [session, toasts, t])

  return toasts.hasShown ? <Toasts store={toasts} /> : null
})
