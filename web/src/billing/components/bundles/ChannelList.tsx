import type { BundleChannel } from '../../bundlesApi'
import './Bundles.css'

interface Props {
  channels: readonly BundleChannel[]
  /** Whether each name links to the channel’s site. */
  linked?: boolean
}

/** The names and logos of other channels. */
export function ChannelList({ channels, linked }: Props) {
  return (
    <ul className="bundle-channels">
      {channels.map(channel => (
        <li key={channel.site} className="bundle-channel">
          {channel.logo ? <img className="bundle-channel__logo" src={channel.logo} alt="" /> : null}
          {linked ? (
            <a className="link" href={channel.site}>
              {channel.name}
            </a>
          ) : (
            <span>{channel.name}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
