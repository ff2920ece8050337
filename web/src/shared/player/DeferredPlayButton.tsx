import type { Ref } from 'react'
import { Icon } from '@/shared/ui/Icon'
import './DeferredPlayButton.css'

interface Props {
  ref: Ref<HTMLButtonElement>
  label: string
  onPlay(): void
}

/** What stands before the picture while the player is still to come: one may press play already. */
export function DeferredPlayButton({ ref, label, onPlay }: Props) {
  return (
    <button ref={ref} type="button" className="deferred-play" aria-label={label} onClick={onPlay}>
      <Icon name="play" />
    </button>
  )
}
