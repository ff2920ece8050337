import { observer } from 'mobx-react-lite'
import { MEDIA } from '@/shared/mediaTypes'
import { Player } from '@/shared/player'
import { Picture } from '@/shared/ui/Picture'
import { useCatalog } from '../../context'
import { type LibraryItem, mediaUrl, streamUrl } from '../../model'
import { playedLibraryItem } from '../../playedContent'
import { libraryItemStore } from '../../stores/LibraryItemStore'
import { libraryItemImage } from '../library/LibraryCard'
import { AudioOnlyNote } from './AudioOnlyNote'
import { DeviceLimit } from './DeviceLimit'
import { LibraryItemGate } from './LibraryItemGate'
import { PlayerPlaceholder } from './PlayerPlaceholder'
import { ResumeNotice } from './ResumeNotice'
import { useDevicePlace } from './useDevicePlace'
import { useResumePosition } from './useResumePosition'

interface Props {
  item: LibraryItem
  isTheater: boolean
  onToggleTheater: () => void
}

/** The player of a library item, or the reason why it cannot play. */
export const LibraryItemPlayer = observer(function LibraryItemPlayer({
  item,
  isTheater,
  onToggleTheater,
}: Props) {
  const catalog = useCatalog()
  const content = { kind: 'vod', id: item.id } as const
  const source = streamUrl(item)
  const resume = useResumePosition(source ? content : null)
  const place = useDevicePlace(content, item.access_reason)
  const image = libraryItemImage(item)
  const poster = mediaUrl(item.media, MEDIA.image) ?? image
  if (!source) return <LibraryItemGate item={item} />
  if (place.refusal) {
    return <DeviceLimit content={content} refusal={place.refusal} poster={<Picture src={image} eager />} />
  }
  if (resume.start === null) return <PlayerPlaceholder poster={poster} />
  return (
    <ResumeNotice resume={resume}>
      <Player
        id={`film-${item.id}${resume.videoKey}`}
        source={source}
        title={item.full_title}
        content={playedLibraryItem(item)}
        poster={poster}
        startAt={resume.start}
        autoPlay={resume.videoKey !== '' || place.isRegained}
        isDeferred
        isAudioOnly={item.is_audio_only}
        audioOnlyNote={item.is_audio_only ? <AudioOnlyNote hasVideo={item.has_video} /> : null}
        onTime={resume.onTime}
        storyboard={mediaUrl(item.media, MEDIA.thumbnails)}
        storageKey={`${catalog.shell.channel.settings.storage_prefix}:player`}
        isTheater={isTheater}
        onToggleTheater={onToggleTheater}
        renewSource={() => place.renew(() => catalog.resolve(libraryItemStore).refreshStreamUrl())}
      />
    </ResumeNotice>
  )
})
