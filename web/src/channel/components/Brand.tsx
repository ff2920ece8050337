import { Link } from 'react-router'
import { ChannelLogo } from '@/shared/ui/ChannelLogo'
import { useChannel } from '../context'
import './Brand.css'

/** The channel's mark and name, and the way home. What follows the short name stands small below it. */
export function Brand({ onPress }: { onPress?: () => void }) {
  const { settings } = useChannel()
  const { name, short_name: short, logo } = settings
  const rest = name.startsWith(`${short} `) ? name.slice(short.length + 1) : ''
  return (
    <Link className="brand" to="/" onClick={onPress}>
      <ChannelLogo className="brand__mark" logo={logo} name={short} size={34} />
      <span className="brand__name">
        {rest ? short : name}
        {rest ? <small> {rest}</small> : null}
      </span>
    </Link>
  )
}
