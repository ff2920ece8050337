import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { BrowserChunkStore, MemoryChunkStore } from '../camera/ChunkStore'
import { Recorder } from '../camera/Recorder'
import { findBrowserRecordingType } from '../camera/recordingType'
import { CameraApi } from '../cameraApi'
import { CameraScreen } from '../components/camera/CameraScreen'
import { useCatalog } from '../context'
import type { StudioEvent } from '../scheduleApi'
import { CameraDevice } from '../stores/camera/CameraDevice'
import { CameraStore } from '../stores/camera/CameraStore'
import { scheduleStore } from '../stores/studio/ScheduleStore'

/** The screen `/studio/camera/:key`: the phone is the camera of an event. */
export default function Camera() {
  const { key = '' } = useParams()
  return <EventCamera key={key} eventKey={key} />
}

const EventCamera = observer(function EventCamera({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const schedule = catalog.resolve(scheduleStore)
  const type = useMemo(findBrowserRecordingType, [])
  const event = useMemo(() => new AsyncValue<StudioEvent | null>(), [])
  const store = useMemo(
    () =>
      new CameraStore(
        eventKey,
        new CameraApi(shell.api, eventKey),
        typeof indexedDB === 'undefined'
          ? new MemoryChunkStore()
          : new BrowserChunkStore(shell.channel.settings.storage_prefix),
        new CameraDevice(),
        { createRecorder: (onData, onError) => new Recorder({ type: type ?? '', onData, onError }) },
      ),
    [eventKey, shell, type],
  )
  useDocumentTitle(t`Camera`)
  useEffect(() => {
    void event.load(signal => schedule.api.event(eventKey, signal))
    void store.load()
    return () => store.dispose()
  }, [event, eventKey, schedule, store])
  return (
    <CameraScreen
      store={store}
      eventKey={eventKey}
      eventId={event.value?.id ?? null}
      name={event.value?.name ?? ''}
      canRecord={type !== null}
    />
  )
})
