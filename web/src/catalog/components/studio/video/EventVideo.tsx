import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useInterval } from '@/shared/hooks/useInterval'
import { Loaded } from '@/shared/studio/Loaded'
import { useCatalog } from '../../../context'
import { eventVideosStore } from '../../../stores/studio/EventVideosStore'
import { RecordingPanel } from './RecordingPanel'
import { UploadPanel } from './UploadPanel'
import { VideoList } from './VideoList'
import '@/shared/ui/Panel.css'
import './EventVideo.css'

const POLL_MS = 3000

/** The videos of an event: upload, conversion, and who sees them. `eventKey` is the key or the id. */
export const EventVideo = observer(function EventVideo({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(eventVideosStore)
  const load = useCallback(() => void store.load(eventKey), [store, eventKey])
  useEffect(() => {
    load()
    return () => store.reset()
  }, [load, store])
  useInterval(() => void store.refresh(), store.isWorking ? POLL_MS : null)
  return (
    <Loaded source={store.list} errorTitle={t`The videos could not be loaded`} onRetry={load}>
      {videos => (
        <div className="event-video">
          <UploadPanel store={store} hasVideos={videos.videos.length > 0} />
          <VideoList store={store} videos={videos} />
          {videos.videos.length ? <RecordingPanel store={store} videos={videos} /> : null}
        </div>
      )}
    </Loaded>
  )
})
