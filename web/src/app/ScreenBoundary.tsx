import { useLingui } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { ErrorState } from '@/shared/ui/states'

/** Catches what a screen throws (a chunk that did not load, a defect) so that the way on stays. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

/** A chunk that failed once stays failed in this document, so the retry is a new document. */
function Failed() {
  const { t } = useLingui()
  return (
    <div className="page section">
      <ErrorState title={t`This page could not be loaded`} onRetry={() => location.reload()} />
    </div>
  )
}
