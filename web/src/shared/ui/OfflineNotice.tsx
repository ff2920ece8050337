import { Trans } from '@lingui/react/macro'
import { useOnline } from '@/shared/hooks/useOnline'
import { Icon } from './Icon'
import './OfflineNotice.css'

/** A line above the page while there is no connection. */
export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <div className="offline">
          <Icon name="offline" />
          <Trans>You are offline. What you have already opened still works.</Trans>
        </div>
      )}
    </div>
  )
}
