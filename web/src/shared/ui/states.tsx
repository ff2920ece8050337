import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { useOnline } from '@/shared/hooks/useOnline'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import './StateBlock.css'

interface BlockProps {
  icon: IconName
  title: ReactNode
  /** One sentence and a way on. */
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert' | 'status'
}

/** What stands in the place of a list that has nothing to show. */
export function StateBlock({ icon, title, children, actions, role }: BlockProps) {
  return (
    <div className="state-block" role={role}>
      <Icon name={icon} className="state-block__icon" />
      <h2 className="display h3">{title}</h2>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="actions state-block__actions">{actions}</div> : null}
    </div>
  )
}

type EmptyProps = Omit<BlockProps, 'role' | 'icon'> & { icon?: IconName }

/** Nothing here, and what to do instead: never a dead end. */
export function EmptyState({ icon = 'search', ...rest }: EmptyProps) {
  return <StateBlock icon={icon} role="status" {...rest} />
}

interface ErrorProps {
  title: ReactNode
  onRetry: () => void
  busy?: boolean
  /** Another way on beside the retry. */
  more?: ReactNode
}

/** Something failed; says so and offers to try again. Without a connection it says that instead. */
export function ErrorState({ title, onRetry, busy, more }: ErrorProps) {
  const { t } = useLingui()
  const offline = !useOnline()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <StateBlock
      role="alert"
      icon={offline ? 'offline' : 'alert'}
      title={offline ? t`You’re offline` : title}
      actions={
        <>
          <Button kind="primary" busy={busy} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          {more}
        </>
      }
    >
      {offline
        ? t`This will load when you reconnect.`
        : t`Something went wrong. Please try again or contact technical support`}
    </StateBlock>
  )
}
