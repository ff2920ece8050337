import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { useOnline } from '@/shared/hooks/useOnline'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import './StateBlock.css'

interface BlockProps {
  icon: IconName
  title: ReactNode
  /** One sentence, and a link to continue. */
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert' | 'status'
}

/** A message that replaces an empty or failed list. */
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

/** The message of an empty list. It always suggests what to do next. */
export function EmptyState({ icon = 'search', ...rest }: EmptyProps) {
  return <StateBlock icon={icon} role="status" {...rest} />
}

interface ErrorProps {
  title: ReactNode
  onRetry: () => void
  busy?: boolean
  /** Another action beside the retry button. */
  more?: ReactNode
}

/** An error with a retry button, or an offline message. It retries when the browser reconnects. */
export function ErrorState({ title, onRetry, busy, more }: ErrorProps) {
  const { t } = useLingui()
  const isOffline = !useOnline()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <StateBlock
      role="alert"
      icon={isOffline ? 'offline' : 'alert'}
      title={isOffline ? t`You’re offline` : title}
      actions={
        <>
          <Button kind="primary" busy={busy} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          {more}
        </>
      }
    >
      {isOffline
        ? t`This will load when you reconnect.`
        : t`Something went wrong. Please try again or contact technical support`}
    </StateBlock>
  )
}
