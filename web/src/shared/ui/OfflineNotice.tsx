import { Trans } from '@lingui/react/macro'
import { useOnline } from '@/shared/hooks/useOnline'
import { Icon } from './Icon'
import './OfflineNotice.css'

/** A notice above the page while the browser is offline. */
export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <div className="offline">
          <Icon name="offline" />
          <Trans>You’re offline. Pages you already opened still work.</Trans>
        </div>
      )}
    </div>
  )
}
