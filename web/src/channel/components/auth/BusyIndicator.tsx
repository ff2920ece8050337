import { Trans } from '@lingui/react/macro'
import '@/shared/ui/Loader.css'

/** The progress line of a request that starts without a button. */
export function BusyIndicator() {
  return (
    <div className="loader auth__loader" role="status" aria-busy="true">
      <i />
      <span className="sr-only">
        <Trans>One moment</Trans>
      </span>
    </div>
  )
}
