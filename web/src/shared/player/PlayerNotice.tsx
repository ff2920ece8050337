import { Icon } from '@/shared/ui/Icon'
import './playerMessages.css'

/** A notice over the video, without buttons. The viewer can still use the controls. */
export function PlayerNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="player-notice" role="status">
      <Icon name="clock" />
      <p className="display h3 player-notice__title">{title}</p>
      <p className="player-failure__text">{text}</p>
    </div>
  )
}
