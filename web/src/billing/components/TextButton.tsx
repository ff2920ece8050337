import type { ReactNode } from 'react'
import './TextButton.css'

interface Props {
  busy?: boolean
  onPress: () => void
  children: ReactNode
}

/** A button with the look of a link, for minor actions. */
export function TextButton({ busy, onPress, children }: Props) {
  return (
    <button type="button" className="text-button" aria-busy={busy || undefined} onClick={onPress}>
      {children}
    </button>
  )
}
