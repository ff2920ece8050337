import { cx } from './cx'
import './ChannelLogo.css'

interface Props {
  logo: string | null
  /** The channel's short name. Its initial replaces a missing logo. */
  name: string
  /** Width and height in pixels. */
  size: number
  className?: string
}

/** The channel's logo, or its initial in the channel's colors. Screen readers skip it and read the name beside it. */
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

/** Return the first letter or digit of a name, like the generated icons (`front/images/brand.py`). */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toUpperCase()
}
