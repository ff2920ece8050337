import { Trans } from '@lingui/react/macro'
import '@/shared/ui/Loader.css'

/** A line that runs while the server is asked something that nobody has to press. */
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
