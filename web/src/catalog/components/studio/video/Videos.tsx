import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo } from 'react'
import { useInterval } from '@/shared/hooks/useInterval'
import { Loaded } from '@/shared/studio/Loaded'
import { useCatalog } from '../../../context'
import { videosStore } from '../../../stores/studio/VideosStore'
import type { VideoOwner } from '../../../videosApi'
import { RecordingPanel } from './RecordingPanel'
import { UploadPanel } from './UploadPanel'
import { VideoList } from './VideoList'
import '@/shared/ui/Panel.css'
import './Videos.css'

const POLL_MS = 3000

interface Props {
  kind: VideoOwner['kind']
  /** The key or the id. */
  ownerKey: string
}

/** The videos of an event or library item: upload, conversion, and who sees them. */
export default observer(function Videos({ kind, ownerKey }: Props) {
  const { t } = useLingui()
  const store = useCatalog().resolve(videosStore)
  const owner = useMemo(() => ({ kind, key: ownerKey }), [kind, ownerKey])
  const load = useCallback(() => void store.load(owner), [store, owner])
  useEffect(() => {
    load()
    return () => store.reset()
  }, [load, store])
  useInterval(() => void store.refresh(), store.isWorking ? POLL_MS : null)
  return (
    <Loaded source={store.list} errorTitle={t`The videos could not be loaded`} onRetry={load}>
      {videos => (
        <div className="videos">
          <UploadPanel store={store} hasVideos={videos.videos.length > 0} />
          <VideoList store={store} videos={videos} />
          {videos.videos.length ? <RecordingPanel store={store} videos={videos} /> : null}
        </div>
      )}
    </Loaded>
  )
})
