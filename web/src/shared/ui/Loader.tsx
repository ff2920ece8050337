import { ChannelLogo } from './ChannelLogo'
import './Loader.css'

interface Props {
  logo: string | null
  /** The channel's name. It labels the loader, because the language is not known yet. */
  name: string
  shortName: string
}

/** The channel's logo above a moving line, shown while the channel loads. */
export function Loader({ logo, name, shortName }: Props) {
  return (
    <div className="loader" role="status" aria-busy="true" aria-label={name || undefined}>
      {logo || name ? <ChannelLogo logo={logo} name={shortName} size={72} /> : null}
      <i />
    </div>
  )
}
