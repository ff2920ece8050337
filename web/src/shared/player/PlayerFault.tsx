import { useEffect, useRef } from 'react'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import type { Reason } from './policy'
import './told.css'

export interface PlayerFaultProps {
  reason: Reason
  told: { title: string; text: string }
  retry: string
  onRetry(): void
}

/** What went wrong, over the picture, with a way on. */
export function PlayerFault({ reason, told, retry, onRetry }: PlayerFaultProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The control that had the focus is covered now; the way on takes it, if the player had it.
  useEffect(() => {
    const inside = button.current?.closest('.player')?.contains(document.activeElement)
    if (inside) button.current?.focus()
  }, [])
  return (
    <div className="player__fault" role="alert" data-reason={reason}>
      <Icon name={reason === 'offline' ? 'offline' : 'alert'} />
      <p className="display h3">{told.title}</p>
      <p className="player__fault-text">{told.text}</p>
      {reason !== 'unsupported' && (
        <Button ref={button} kind="primary" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  )
}
