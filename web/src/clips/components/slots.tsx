import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { SlotProps } from '@/shared/contexts/slots'
import { MEDIA } from '@/shared/mediaTypes'
import { LinkButton } from '@/shared/ui/Button'
import { useClips } from '../context'
import { ClipButton } from './ClipButton'
import { ClipsRail } from './ClipsRail'
import { DownloadButton } from './DownloadButton'
import { HighlightsRail } from './HighlightsRail'

/**
 * The clip actions beside the title of a playable event: create a clip, save the last seconds, download the event.
 *
 * Without access, a visitor gets a link to log in, because they may have a pass. A viewer gets a link to the passes.
 */
export const ClipActions = observer(function ClipActions({ event, player }: SlotProps['eventActions']) {
  const { t } = useLingui()
  const { viewer, channel } = useClips().shell
  const playableMedia = event.media.filter(
    ({ type, url }) => url && (type === MEDIA.live || type === MEDIA.vod),
  )
  if (!event.has_access || playableMedia.length === 0) return null
  const isRecorded =
    event.stream_status === 'finished' && playableMedia.some(({ type }) => type === MEDIA.vod)
  const canCreateClips = viewer.capabilities.includes('clipping')
  const canDownload = viewer.capabilities.includes('download')
  const sellsPasses = channel.packages.length + channel.subscriptions.length > 0
  if (viewer.id === null && sellsPasses) {
    return (
      <LinkButton icon="cut" to="/login">
        <Trans>Log in to create clips</Trans>
      </LinkButton>
    )
  }
  const missingFeature =
    !canCreateClips && (canDownload || !isRecorded)
      ? 'clip'
      : !canCreateClips
        ? 'both'
        : isRecorded && !canDownload
          ? 'file'
          : null
  const labels = {
    clip: t`Get a pass to clip`,
    both: t`Get a pass to clip and download`,
    file: t`Get a pass to download`,
  }
  return (
    <>
      {canCreateClips ? <ClipButton event={event} player={player} /> : null}
      {canDownload && isRecorded ? <DownloadButton eventId={event.id} /> : null}
      {missingFeature && sellsPasses ? (
        <LinkButton icon={missingFeature === 'file' ? 'download' : 'cut'} to="/packages">
          {labels[missingFeature]}
        </LinkButton>
      ) : null}
    </>
  )
})

/** The highlights and the clips of an event, below the event. */
export function EventClips({ event, player }: SlotProps['belowEvent']) {
  const { t } = useLingui()
  if (event.stream_status === 'upcoming') return null
  return (
    <>
      <HighlightsRail eventId={event.id} isLive={event.stream_status === 'live'} player={player} />
      <ClipsRail eventId={event.id} title={t`Clips from this game`} />
    </>
  )
}
