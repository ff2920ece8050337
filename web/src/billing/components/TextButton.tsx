import type { ReactNode } from 'react'
import './TextButton.css'

interface Props {
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button with the look of a link, for minor actions. */
export function TextButton({ busy, onClick, children }: Props) {
  return (
    <button type="button" className="text-button" aria-busy={busy || undefined} onClick={onClick}>
      {children}
    </button>
  )
}
