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

/** An error message over the video, with a retry button. */
export function PlayerFault({ reason, message, retry, onRetry }: PlayerFaultProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The message covers the focused control. If the player had the focus, move it to the retry button.
  useEffect(() => {
    const hasFocus = button.current?.closest('.player')?.contains(document.activeElement)
    if (hasFocus) button.current?.focus()
  }, [])
  return (
    <div className="player-failure" role="alert" data-reason={reason}>
      <Icon name={reason === 'offline' ? 'offline' : 'alert'} />
      <p className="display h3 player-failure__title">{message.title}</p>
      <p className="player-failure__text">{message.text}</p>
      {reason !== 'unsupported' && (
        <div className="picture-layer__action">
          <Button ref={button} kind="primary" onClick={onRetry}>
            {retry}
          </Button>
        </div>
      )}
    </div>
  )
}
