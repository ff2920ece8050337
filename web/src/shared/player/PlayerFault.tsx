import { useEffect, useRef } from 'react'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import type { FailureReason } from './stream/retryPolicy'
import './playerMessages.css'

export interface PlayerFaultProps {
  reason: FailureReason
  message: { title: string; text: string }
  retry: string
  onRetry(): void
}

/** What went wrong, over the picture, with a way on. */
export function PlayerFault({ reason, message, retry, onRetry }: PlayerFaultProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The control that had the focus is covered now; the way on takes it, if the player had it.
  useEffect(() => {
    const inside = button.current?.closest('.player')?.contains(document.activeElement)
    if (inside) button.current?.focus()
  }, [])
  return (
    <div className="player-failure" role="alert" data-reason={reason}>
      <Icon name={reason === 'offline' ? 'offline' : 'alert'} />
      <p className="display h3 player-failure__title">{message.title}</p>
      <p className="player-failure__text">{message.text}</p>
      {reason !== 'unsupported' && (
        <Button ref={button} kind="primary" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  )
}
