import { Icon } from '@/shared/ui/Icon'
import './playerMessages.css'

/** Something to know, over a picture that can still be moved: no fault, and nothing to press. */
export function PlayerNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="player-notice" role="status">
      <Icon name="clock" />
      <p className="display h3 player-notice__title">{title}</p>
      <p className="player-failure__text">{text}</p>
    </div>
  )
}
