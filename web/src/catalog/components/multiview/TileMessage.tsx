import type { ReactNode } from 'react'
import { Icon, type IconName } from '@/shared/ui/Icon'
import './TileGate.css'

interface Props {
  icon: IconName
  title: ReactNode
  poster?: ReactNode
  children?: ReactNode
}

/** Why a picture of a multi-view does not play, over the poster of its game. */
export function TileMessage({ icon, title, poster, children }: Props) {
  return (
    <div className="tile-gate">
      {poster ? <div className="tile-gate__poster">{poster}</div> : null}
      <div className="tile-gate__text">
        <Icon name={icon} />
        <p role="status">{title}</p>
        {children}
      </div>
    </div>
  )
}
