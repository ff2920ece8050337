import { makeObservable, observable, runInAction } from 'mobx'
import type { PlayerControl } from '@/shared/contexts/slots'
import type { ErrorMessage } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { ClipsApi } from '../api'
import type { ClipsStore } from '../ClipsStore'
import { errorMessageOf } from '../errorMessageOf'
import type { Clip } from '../model'
import { type ClipCacheStore, clipCacheStore } from './ClipCacheStore'
import { eventClipsStore } from './EventClipsStore'

/** The length of a quick clip, in seconds. */
export const QUICK_CLIP_SECONDS = 30
/** The margin before the newest frame, in seconds. The server may not have written that part yet. */
const EDGE_MARGIN_SECONDS = 0.1

/** The media of a live event. `start_ts` is the start of its clock, in seconds since the epoch. */
export interface LiveMedia {
  event_id: number
  id: number
  start_ts: number
}

interface QuickClipLabels {
  name: string
  tag: string
}

/** Saves the last 30 seconds of a live event as a clip. */
export class QuickClipStore {
  isBusy = false

  constructor(
    private readonly api: ClipsApi,
    private readonly clipCache: ClipCacheStore,
    private readonly onAdded: (eventId: number) => void,
  ) {
    makeObservable(this, { isBusy: observable })
  }

  /** Save a clip. Return the clip, the server's error message, or null while another save is running. */
  async save(
    media: LiveMedia,
    player: PlayerControl,
    labels: QuickClipLabels,
  ): Promise<Clip | ErrorMessage | null> {
    const span = lastSeconds(media, player)
    if (this.isBusy || !span) return null
    this.setBusy(true)
    try {
      const { name, tag } = labels
      const { event_id, id: event_media_id } = media
      const clip = await this.api.save({ event_id, event_media_id, name, tags: [tag], ...span })
      this.clipCache.save(clip)
      this.onAdded(event_id)
      return clip
    } catch (error) {
      return errorMessageOf(error)
    } finally {
      this.setBusy(false)
    }
  }

  private setBusy(isBusy: boolean): void {
    runInAction(() => {
      this.isBusy = isBusy
    })
  }
}

/** Return the range before the visible frame, in seconds of media time. Return null without stream timestamps. */
export function lastSeconds(
  { start_ts }: Pick<LiveMedia, 'start_ts'>,
  player: Pick<PlayerControl, 'time' | 'instant' | 'window'>,
): { start_time: number; duration: number } | null {
  const { start, end } = player.window()
  const to = Math.min(player.time(), end - EDGE_MARGIN_SECONDS)
  const from = Math.max(start, to - QUICK_CLIP_SECONDS)
  const [startInstant, endInstant] = [player.instant(from), player.instant(to)]
  if (startInstant === null || endInstant === null || endInstant - startInstant < 1000) return null
  return {
    start_time: (startInstant - start_ts * 1000) / 1000,
    duration: (endInstant - startInstant) / 1000,
  }
}

export const quickClipStore = (api: Api, clips: ClipsStore): QuickClipStore =>
  new QuickClipStore(
    new ClipsApi(api),
    clips.resolve(clipCacheStore),
    id => void clips.resolve(eventClipsStore).handleAdded(id),
  )
