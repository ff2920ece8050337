import type { Ref } from 'react'
import { Icon } from '@/shared/ui/Icon'
import './DeferredPlayButton.css'

interface Props {
  ref: Ref<HTMLButtonElement>
  label: string
  onPlay(): void
}

/** The play button over the poster of a deferred player. Viewers can press it before the player loads. */
export function DeferredPlayButton({ ref, label, onPlay }: Props) {
  return (
    <button ref={ref} type="button" className="deferred-play" aria-label={label} onClick={onPlay}>
      <Icon name="play" />
    </button>
  )
}
