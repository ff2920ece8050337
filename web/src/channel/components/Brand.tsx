import { Link } from 'react-router'
import { ChannelLogo } from '@/shared/ui/ChannelLogo'
import { cx } from '@/shared/ui/cx'
import { useChannel } from '../context'
import './Brand.css'

/**
 * The channel's logo and name, as a link to the home page.
 *
 * If the name starts with the short name, the rest appears below it in small type.
 */
export function Brand({ place, onClick }: { place?: 'header' | 'footer'; onClick?: () => void }) {
  const { settings } = useChannel()
  const { name, short_name: shortName, logo } = settings
  const rest = name.startsWith(`${shortName} `) ? name.slice(shortName.length + 1) : ''
  return (
    <Link className={cx('brand', place && `brand--${place}`)} to="/" onClick={onClick}>
      <ChannelLogo className="brand__mark" logo={logo} name={shortName} size={34} />
      <span className="brand__name">
        {rest ? shortName : name}
        {rest ? <small> {rest}</small> : null}
      </span>
    </Link>
  )
}
