import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { RootStore } from './RootStore'

/**
 * Return a function that tells the viewer that a component failed to load. Causes are a lost connection or a removed
 * release.
 */
export function useLoadErrorHandler({ telemetry, toasts }: RootStore): (error: unknown) => void {
  const { t } = useLingui()
  return useCallback(
    (error: unknown) => {
      telemetry.emit('fault', { kind: 'rejection', thrown: error })
      toasts.show(t`This section could not be loaded.`, {
        type: 'error',
        actions: [{ label: t`Reload`, onClick: () => location.reload() }],
      })
    },
    [telemetry, toasts, t],
  )
}
