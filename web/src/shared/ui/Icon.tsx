import sprite from './art/icons.svg?url'
import { cx } from './cx'

export type IconName =
  | 'alert'
  | 'back10'
  | 'bell'
  | 'cal'
  | 'cards'
  | 'cast'
  | 'cc'
  | 'chart'
  | 'check'
  | 'clock'
  | 'close'
  | 'cut'
  | 'download'
  | 'edit'
  | 'exit'
  | 'eye'
  | 'filter'
  | 'full'
  | 'fwd10'
  | 'globe'
  | 'grid'
  | 'heart'
  | 'info'
  | 'laptop'
  | 'left'
  | 'list'
  | 'lock'
  | 'mail'
  | 'menu'
  | 'minus'
  | 'more'
  | 'offline'
  | 'pause'
  | 'phone'
  | 'pin'
  | 'pip'
  | 'play'
  | 'plus'
  | 'right'
  | 'search'
  | 'settings'
  | 'share'
  | 'table'
  | 'theater'
  | 'ticket'
  | 'tv'
  | 'user'
  | 'volume'
  | 'x'

interface Props {
  name: IconName
  /** `s` is 16 px, otherwise 20 px. */
  size?: 's'
  className?: string
}

let iconBaseUrl = `${sprite}#`

/** Set the base URL of icons. The name of an icon is appended to it. */
export const setIconBaseUrl = (url: string): void => {
  iconBaseUrl = url
}

/** An icon beside text. Screen readers skip it, so its meaning must be in the text or a label. */
export function Icon({ name, size, className }: Props) {
  return (
    <svg className={cx('icon', size === 's' && 'icon--s', className)} aria-hidden="true">
      <use href={iconBaseUrl + name} />
    </svg>
  )
}
