import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { RootStore } from './RootStore'

/** Tells the viewer of a part of the page that did not come: without a connection, or of a release that is gone. */
export function useLoadErrorHandler({ telemetry, toasts }: RootStore): (error: unknown) => void {
  const { t } = useLingui()
  return useCallback(
    (error: unknown) => {
      telemetry.emit('fault', { kind: 'rejection', thrown: error })
      toasts.show(t`This section could not be loaded.`, {
        type: 'error',
        actions: [{ label: t`Reload`, press: () => location.reload() }],
      })
    },
    [telemetry, toasts, t],
  )
}
