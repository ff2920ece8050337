import type { ContentRef } from '@/shared/contexts/slots'
import { HttpError } from '@/shared/http/errors'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** A device that is watching. `since` is ISO 8601. */
export interface WatchingDevice {
  session_id: number
  name: string
  platform: string
  since: string
  /** What it plays; null if the viewer may not see it. */
  title: string | null
  is_current: boolean
}

/** The devices that are watching, and whether this one may watch too. `limit` is null for no limit. */
export interface WatchingDevices {
  admission: 'allowed' | 'full' | 'stopped'
  limit: number | null
  devices: readonly WatchingDevice[]
}

/** The client of the devices that watch at once. Screens show its errors themselves. */
export class DevicesApi {
  constructor(private readonly api: Api) {}

  async list({ kind, id }: ContentRef): Promise<WatchingDevices> {
    const query = kind === 'event' ? { event_id: id } : { vod_id: id }
    return (
      await this.api.get<ItemResponse<WatchingDevices>>('/watching_devices', query, withoutGlobalError())
    ).data
  }

  /** Stop a device. A device that is no longer watching needs no stop. */
  async stop(sessionId: number): Promise<void> {
    await this.api.delete(`/watching_devices/${sessionId}`, undefined, withoutGlobalError()).catch(error => {
      if (!(error instanceof HttpError && error.status === 404)) throw error
    })
  }

  async resume(): Promise<void> {
    await this.api.post('/watching_devices/resume', {}, withoutGlobalError())
  }

  /** Free the place of this device, even while the page closes. */
  async leave(): Promise<void> {
    await this.api.post('/watching_devices/leave', {}, { ...withoutGlobalError(), keepalive: true })
  }
}
