import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { SlotProps } from '@/shared/contexts/slots'
import { MEDIA } from '@/shared/mediaTypes'
import { LinkButton } from '@/shared/ui/Button'
import { useClips } from '../context'
import { ClipButton } from './ClipButton'
import { ClipsRail } from './ClipsRail'
import { DownloadButton } from './DownloadButton'

/**
 * Beside the title of a game that plays: cutting it, keeping its last seconds, taking it away; or the way there: a
 * visitor may have a pass and logs in, a viewer is shown the passes.
 */
export const ClipActions = observer(function ClipActions({ event, player }: SlotProps['eventActions']) {
  const { t } = useLingui()
  const { viewer, channel } = useClips().shell
  const plays = event.media.filter(({ type, url }) => url && (type === MEDIA.live || type === MEDIA.vod))
  if (!event.has_access || plays.length === 0) return null
  const recorded = event.stream_status === 'finished' && plays.some(({ type }) => type === MEDIA.vod)
  const mayCut = viewer.capabilities.includes('clipping')
  const mayTake = viewer.capabilities.includes('download')
  const sells = channel.packages.length + channel.subscriptions.length > 0
  if (viewer.id === null && sells) {
    return (
      <LinkButton icon="cut" to="/login">
        <Trans>Log in to create clips</Trans>
      </LinkButton>
    )
  }
  const missing =
    !mayCut && (mayTake || !recorded) ? 'clip' : !mayCut ? 'both' : recorded && !mayTake ? 'file' : null
  const words = {
    clip: t`Get a pass to clip`,
    both: t`Get a pass to clip and download`,
    file: t`Get a pass to download`,
  }
  return (
    <>
      {mayCut ? <ClipButton event={event} player={player} /> : null}
      {mayTake && recorded ? <DownloadButton eventId={event.id} /> : null}
      {missing && sells ? (
        <LinkButton icon={missing === 'file' ? 'download' : 'cut'} to="/packages">
          {words[missing]}
        </LinkButton>
      ) : null}
    </>
  )
})

/** Below a game: its clips. */
export function EventClips({ event }: SlotProps['belowEvent']) {
  const { t } = useLingui()
  if (event.stream_status === 'upcoming') return null
  return <ClipsRail eventId={event.id} title={t`Clips from this game`} />
}
