import { useCallback, useEffect } from 'react'
import { useParams } from 'react-router'
import { parseRouteId } from '@/shared/routeId'
import { useClips } from '../context'
import { sharedClipStore } from '../stores/ClipDetailStore'

/** Load the shared clip of the URL and return it. An invalid ID is requested, too, and the server responds with 404. */
export function useSharedClip() {
  const store = useClips().resolve(sharedClipStore)
  const { id: idParam, uuid = '' } = useParams()
  const id = parseRouteId({ id: idParam }) ?? 0
  const load = useCallback(() => void store.open({ id, uuid }), [store, id, uuid])
  useEffect(load, [load])
  return {
    store,
    load,
    clip: store.getClip(id, uuid),
    error: store.errorOf(id, uuid),
    missing: store.isMissing(id, uuid),
  }
}
