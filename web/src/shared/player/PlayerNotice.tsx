import type { ReactNode } from 'react'
import { Icon } from '@/shared/ui/Icon'
import './playerMessages.css'

interface Props {
  title: string
  text: string
  /** A button for what the viewer can do. */
  children?: ReactNode
}

/** A notice over the video. The viewer can still use the controls. */
export function PlayerNotice({ title, text, children }: Props) {
  return (
    <div className="player-notice" role="status">
      <Icon name="clock" />
      <p className="display h3 player-notice__title">{title}</p>
      <p className="player-failure__text">{text}</p>
      {children ? <div className="picture-layer__action">{children}</div> : null}
    </div>
  )
}
