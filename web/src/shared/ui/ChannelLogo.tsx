import { cx } from './cx'
import './ChannelLogo.css'

interface Props {
  logo: string | null
  /** The channel's short name: its first letter stands for a mark that is not there. */
  name: string
  /** Width and height in pixels. */
  size: number
  className?: string
}

/** The channel's mark, or its letter in the channel's colours. It stands beside the name and is not read. */
export function ChannelLogo({ logo, name, size, className }: Props) {
  if (logo) return <img className={className} src={logo} alt="" width={size} height={size} />
  return (
    <span
      className={cx('channel-logo', className)}
      style={{ '--mark': `${size}px` } as React.CSSProperties}
      aria-hidden="true"
    >
      {initialOf(name)}
    </span>
  )
}

/** As the drawn icons do (`front/pictures/brand.py`): the first letter or digit. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toUpperCase()
}
