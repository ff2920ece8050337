import { useLingui } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { ErrorState } from '@/shared/ui/states'

/** An error boundary for screens: a chunk that failed to load, or a defect. Header and footer stay. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

/** The error page of a screen. A failed chunk stays failed in this document, so the button reloads the page. */
function Failed() {
  const { t } = useLingui()
  return (
    <div className="page section">
      <ErrorState title={t`This page could not be loaded`} onRetry={() => location.reload()} />
    </div>
  )
}
