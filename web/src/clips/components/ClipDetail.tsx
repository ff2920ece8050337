import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { StateBlock } from '@/shared/ui/states'
import type { Clip } from '../model'
import type { ClipDetailStore } from '../stores/ClipDetailStore'
import { ClipPlayer } from './ClipPlayer'
import { useClipLabels } from './useClipLabels'
import './Clips.css'
import './ClipDetail.css'

interface Props {
  clip: Clip
  store: ClipDetailStore
  autoPlay?: boolean
  actions: ReactNode
}

/** A clip on its page: the player, name, event, tags and actions. */
export function ClipDetail({ clip, store, autoPlay, actions }: Props) {
  const labels = useClipLabels()
  const { event } = clip
  return (
    <section className="clip-detail">
      {clip.url ? (
        <ClipPlayer clip={clip} store={store} autoPlay={autoPlay} />
      ) : (
        <StateBlock
          icon="lock"
          title={labels.closed(clip)}
          actions={
            event ? (
              <LinkButton kind="primary" to={`/watch/${event.id}`}>
                <Trans>Get access to this clip</Trans>
              </LinkButton>
            ) : null
          }
        />
      )}
      <div className="clip-detail__head">
        <div className="stack stack--2">
          <h1 className="display h1" tabIndex={-1}>
            {clip.name}
          </h1>
          <ul className="clip-detail__details">
            {event ? (
              <li>
                <Link className="link" to={`/watch/${event.id}`}>
                  {event.full_name}
                </Link>
              </li>
            ) : null}
            <li>
              <Icon name="clock" size="s" />
              {labels.seconds(clip.duration)}
            </li>
            <li>{labels.day(clip)}</li>
            {clip.tags.map(tag => (
              <li key={tag} className="clip-detail__tag">
                {tag}
              </li>
            ))}
          </ul>
        </div>
        <div className="actions">{actions}</div>
      </div>
    </section>
  )
}
