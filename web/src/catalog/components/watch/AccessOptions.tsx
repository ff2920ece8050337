import { Trans } from '@lingui/react/macro'
import { useContext } from 'react'
import { PurchaseOptionsContext, type PurchaseOptionsProps } from '@/shared/contexts/purchaseOptions'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import './AccessOptions.css'

interface Props extends PurchaseOptionsProps {
  /** Whether a free account is enough to watch. */
  isFree: boolean
}

/** The ways to get access to locked content: a login if that is enough, otherwise the purchase options. */
export function AccessOptions({ isFree, content, isVisitor }: Props) {
  const PurchaseOptions = useContext(PurchaseOptionsContext)
  if (isFree) return <FreeWithAccount isVisitor={isVisitor} />
  if (!PurchaseOptions) return <PassesLink isVisitor={isVisitor} />
  return <PurchaseOptions content={content} isVisitor={isVisitor} />
}

function FreeWithAccount({ isVisitor }: { isVisitor: boolean }) {
  return (
    <>
      <p>
        <Trans>Create a free account or log in to watch.</Trans>
      </p>
      <div className="actions">{isVisitor ? <LogInLink isPrimary /> : null}</div>
    </>
  )
}

/** A link to the passes, for a page without purchase options. A screen that does not exist is not linked. */
function PassesLink({ isVisitor }: { isVisitor: boolean }) {
  const { isLinkable } = useCatalog().shell
  return (
    <>
      <p>
        <Trans>You need a pass for this channel to watch.</Trans>
      </p>
      <div className="actions">
        {isLinkable('/packages') ? (
          <LinkButton kind="primary" size="l" to="/packages">
            <Trans>View passes</Trans>
          </LinkButton>
        ) : null}
        {isVisitor ? <LogInLink isPrimary={false} /> : null}
      </div>
    </>
  )
}

function LogInLink({ isPrimary }: { isPrimary: boolean }) {
  const { isLinkable } = useCatalog().shell
  if (!isLinkable('/login')) return null
  return (
    <LinkButton kind={isPrimary ? 'primary' : 'outline'} size="l" to="/login">
      <Trans>Log in</Trans>
    </LinkButton>
  )
}
