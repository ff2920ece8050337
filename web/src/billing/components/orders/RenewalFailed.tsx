import { Trans } from '@lingui/react/macro'
import { Icon } from '@/shared/ui/Icon'
import type { Order } from '../../model'
import { PortalButton } from './PortalButton'

/** The notice of a failed renewal, with a button to use another card. */
export function RenewalFailed({ order }: { order: Order }) {
  return (
    <div className="order__notice">
      <p className="error">
        <Icon name="alert" />
        <span>
          <Trans>
            We couldn’t renew {order.product.name}. Use another card within a few days to keep your access.
          </Trans>
        </span>
      </p>
      <div className="actions">
        <PortalButton kind="primary">
          <Trans>Use another card</Trans>
        </PortalButton>
      </div>
    </div>
  )
}
