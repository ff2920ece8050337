import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import { Prose } from '@/shared/ui/Prose'
import { usePictureContainer } from './PictureLayer'
import './PlayerSlate.css'

/** What viewers see over the picture of a live stream while nothing arrives. */
export interface Slate {
  title: string
  /** Sanitized HTML. */
  html: string | null
  image: string | null
  /** The name of the channel, for a slate without a picture. */
  channel: string
  logo: string | null
}

interface Props {
  slate: Slate
  /** A sentence on what viewers can do meanwhile. */
  hint?: string
  host: RefObject<HTMLElement | null>
}

/**
 * The slate of a live stream: over the picture and below the controls, so viewers can rewind. It is inside the element
 * that goes full screen.
 */
export function PlayerSlate({ slate, hint, host }: Props) {
  const container = usePictureContainer(host)
  if (!container) return null
  return createPortal(
    <div className="player-slate" role="status">
      {slate.image ? (
        <img className="player-slate__picture" src={slate.image} alt="" />
      ) : (
        <div className="player-slate__drawn" aria-hidden="true" />
      )}
      <div className="player-slate__text">
        {slate.logo ? <img className="player-slate__logo" src={slate.logo} alt="" /> : null}
        {slate.image ? null : <p className="player-slate__channel">{slate.channel}</p>}
        <p className="display h2 player-slate__title">{slate.title}</p>
        {slate.html ? <Prose html={slate.html} /> : null}
        {hint ? <p className="player-slate__hint">{hint}</p> : null}
      </div>
    </div>,
    container,
  )
}
