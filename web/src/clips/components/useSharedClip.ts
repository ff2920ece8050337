import { useCallback, useEffect } from 'react'
import { useParams } from 'react-router'
import { parseRouteId } from '@/shared/routeId'
import { useClips } from '../context'
import { sharedClipStore } from '../stores/ClipDetailStore'

/** The clip that the address of a share names. One that cannot be is asked for, too: the server says that there is none. */
export function useSharedClip() {
  const store = useClips().resolve(sharedClipStore)
  const { id: written, uuid = '' } = useParams()
  const id = parseRouteId({ id: written }) ?? 0
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
