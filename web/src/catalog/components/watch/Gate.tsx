import type { ReactNode } from 'react'
import { Countdown } from '@/shared/ui/Countdown'
import './Gate.css'

interface Props {
  poster: ReactNode
  badges?: ReactNode
  title: ReactNode
  children?: ReactNode
  /** The end of the countdown, in milliseconds since the epoch. `onDone` is called once when it is reached. */
  until?: number | null
  onDone?: () => void
}

/** A panel in place of the player: the poster, an optional countdown, and the reason why nothing plays. */
export function Gate({ poster, badges, title, children, until, onDone }: Props) {
  return (
    <div className="gate">
      <div className="gate__poster">
        {poster}
        {until ? (
          <div className="gate__count">
            <Countdown until={until} onDone={onDone} />
          </div>
        ) : null}
      </div>
      <div className="gate__panel">
        {badges ? <div className="cluster">{badges}</div> : null}
        <h2 className="display h2">{title}</h2>
        {children}
      </div>
    </div>
  )
}
