import { Link } from 'react-router'
import { ChannelLogo } from '@/shared/ui/ChannelLogo'
import { cx } from '@/shared/ui/cx'
import { useChannel } from '../context'
import './Brand.css'

/** The channel's mark and name, and the way home. What follows the short name stands small below it. */
export function Brand({ place, onPress }: { place?: 'header' | 'footer'; onPress?: () => void }) {
  const { settings } = useChannel()
  const { name, short_name: short, logo } = settings
  const rest = name.startsWith(`${short} `) ? name.slice(short.length + 1) : ''
  return (
    <Link className={cx('brand', place && `brand--${place}`)} to="/" onClick={onPress}>
      <ChannelLogo className="brand__mark" logo={logo} name={short} size={34} />
      <span className="brand__name">
        {rest ? short : name}
        {rest ? <small> {rest}</small> : null}
      </span>
    </Link>
  )
}
