import { Trans } from '@lingui/react/macro'
import { useContext } from 'react'
import { PurchaseOptionsContext, type PurchaseOptionsProps } from '@/shared/contexts/purchaseOptions'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import './AccessOptions.css'

interface Props extends PurchaseOptionsProps {
  /** Free for everybody with an account. */
  isFree: boolean
}

/** What opens a closed thing: logging in where that is enough, else what is on sale. */
export function AccessOptions({ isFree: free, content: thing, anonymous }: Props) {
  const Shop = useContext(PurchaseOptionsContext)
  if (free) return <FreeWithAccount anonymous={anonymous} />
  if (!Shop) return <PassesLink anonymous={anonymous} />
  return <Shop content={thing} anonymous={anonymous} />
}

function FreeWithAccount({ anonymous }: { anonymous: boolean }) {
  return (
    <>
      <p>
        <Trans>Create a free account or log in to watch.</Trans>
      </p>
      <div className="actions">{anonymous ? <LogInLink leads /> : null}</div>
    </>
  )
}

/** Where nothing is sold on the page itself. A way that has no page is told, not linked. */
function PassesLink({ anonymous }: { anonymous: boolean }) {
  const { isLinkable: leadsSomewhere } = useCatalog().shell
  return (
    <>
      <p>
        <Trans>You need a pass for this channel to watch.</Trans>
      </p>
      <div className="actions">
        {leadsSomewhere('/packages') ? (
          <LinkButton kind="primary" size="l" to="/packages">
            <Trans>View passes</Trans>
          </LinkButton>
        ) : null}
        {anonymous ? <LogInLink leads={false} /> : null}
      </div>
    </>
  )
}

function LogInLink({ leads }: { leads: boolean }) {
  const { isLinkable: leadsSomewhere } = useCatalog().shell
  if (!leadsSomewhere('/login')) return null
  return (
    <LinkButton kind={leads ? 'primary' : 'outline'} size="l" to="/login">
      <Trans>Log in</Trans>
    </LinkButton>
  )
}
