import { ChannelLogo } from './ChannelLogo'
import './Loader.css'

interface Props {
  logo: string | null
  /** The channel's name: before its language is known, the one thing that can be said. */
  name: string
  shortName: string
}

/** The channel's mark over a line that runs, while the channel itself is on its way. */
export function Loader({ logo, name, shortName }: Props) {
  return (
    <div className="loader" role="status" aria-busy="true" aria-label={name || undefined}>
      {logo || name ? <ChannelLogo logo={logo} name={shortName} size={72} /> : null}
      <i />
    </div>
  )
}
