import { useEffect, useMemo } from 'react'
import type { ContentRef } from '@/shared/contexts/slots'
import type { SignedUrl } from '@/shared/player'
import { useCatalog } from '../../context'
import type { WatchingDevices } from '../../devicesApi'
import type { AccessReason } from '../../model'
import { devicesStore } from '../../stores/DevicesStore'

interface DevicePlace {
  /** Why this device may not watch; null if it may. */
  refusal: WatchingDevices | null
  /** Whether the viewer made place for this device, so that the video should play without another press. */
  isRegained: boolean
  /** Renew a refused URL, unless the server refused it because all places are taken. */
  renew: (renewSource: () => Promise<SignedUrl | null>) => Promise<SignedUrl | null>
}

/**
 * The place of this device among those that may watch a paid video at once. All players of a page share it. It is freed
 * when the last of them is removed, and when the page closes.
 */
export function useDevicePlace({ kind, id }: ContentRef, reason: AccessReason | undefined): DevicePlace {
  const store = useCatalog().resolve(devicesStore)
  const content = useMemo(() => ({ kind, id }), [kind, id])
  const isLimited = reason === 'purchased' || reason === 'subscribed'
  useEffect(() => {
    if (!isLimited) return
    const exit = store.enter(content)
    const leave = () => store.leave()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      exit()
    }
  }, [isLimited, content, store])
  return {
    refusal: isLimited ? store.refusalOf(content) : null,
    isRegained: store.outcome === 'regained',
    renew: async renewSource => {
      // If the places cannot be requested, the server still checks each request of the video.
      const isAllowed = !isLimited || (await store.check(content).catch(() => true))
      return isAllowed ? renewSource() : null
    },
  }
}
