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

/** How much of a live game one press keeps, in seconds. */
export const QUICK_CLIP_SECONDS = 30
/** So much of the newest is left to come, in seconds: a server may not have written it yet. */
const EDGE_MARGIN_SECONDS = 0.1

/** The stream of a game that is on: its medium, and when its clock began (seconds since the epoch). */
export interface LiveMedia {
  event_id: number
  id: number
  start_ts: number
}

interface QuickClipLabels {
  name: string
  tag: string
}

/** One press keeps the last 30 seconds of a live game. */
export class QuickClipStore {
  isBusy = false

  constructor(
    private readonly api: ClipsApi,
    private readonly clipCache: ClipCacheStore,
    private readonly onAdded: (eventId: number) => void,
  ) {
    makeObservable(this, { isBusy: observable })
  }

  /** The clip, why there is none in the server's words, or null while one is being made already. */
  async save(
    medium: LiveMedia,
    player: PlayerControl,
    words: QuickClipLabels,
  ): Promise<Clip | ErrorMessage | null> {
    const span = lastSeconds(medium, player)
    if (this.isBusy || !span) return null
    this.setBusy(true)
    try {
      const { name, tag } = words
      const { event_id, id: event_media_id } = medium
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

  private setBusy(busy: boolean): void {
    runInAction(() => {
      this.isBusy = busy
    })
  }
}

/** The seconds before the picture that is shown, as far as there are any; null where the stream tells no time. */
export function lastSeconds(
  { start_ts }: Pick<LiveMedia, 'start_ts'>,
  player: Pick<PlayerControl, 'time' | 'instant' | 'window'>,
): { start_time: number; duration: number } | null {
  const { start, end } = player.window()
  const to = Math.min(player.time(), end - EDGE_MARGIN_SECONDS)
  const from = Math.max(start, to - QUICK_CLIP_SECONDS)
  const [begins, ends] = [player.instant(from), player.instant(to)]
  if (begins === null || ends === null || ends - begins < 1000) return null
  return { start_time: (begins - start_ts * 1000) / 1000, duration: (ends - begins) / 1000 }
}

export const quickClipStore = (api: Api, clips: ClipsStore): QuickClipStore =>
  new QuickClipStore(
    new ClipsApi(api),
    clips.resolve(clipCacheStore),
    id => void clips.resolve(eventClipsStore).handleAdded(id),
  )
