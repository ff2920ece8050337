import { makeObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { PlayerControl } from '@/shared/parts'
import { ClipsApi } from '../api'
import type { Clip } from '../model'
import { sentenceOf } from '../sentence'
import type { ClipsStore } from '../store'
import { type ClipsBook, clipsBook } from './ClipsBook'
import { eventClipsStore } from './EventClipsStore'

/** How much of a live game one press keeps, in seconds. */
export const LAST = 30
/** So much of the newest is left to come, in seconds: a server may not have written it yet. */
const SHY = 0.1

/** The stream of a game that is on: its medium, and when its clock began (seconds since the epoch). */
export interface LiveMedium {
  event_id: number
  id: number
  start_ts: number
}

interface Words {
  name: string
  tag: string
}

/** One press keeps the last 30 seconds of a live game. */
export class QuickClipStore {
  busy = false

  constructor(
    private readonly api: ClipsApi,
    private readonly book: ClipsBook,
    private readonly added: (eventId: number) => void,
  ) {
    makeObservable(this, { busy: observable })
  }

  /** The clip, why there is none in the server's words, or null while one is being made already. */
  async clip(medium: LiveMedium, player: PlayerControl, words: Words): Promise<Clip | string | null> {
    const span = lastOf(medium, player)
    if (this.busy || !span) return null
    this.tell(true)
    try {
      const { name, tag } = words
      const { event_id, id: event_media_id } = medium
      const clip = await this.api.save({ event_id, event_media_id, name, tags: [tag], ...span })
      this.book.keep(clip)
      this.added(event_id)
      return clip
    } catch (error) {
      return sentenceOf(error)
    } finally {
      this.tell(false)
    }
  }

  private tell(busy: boolean): void {
    runInAction(() => {
      this.busy = busy
    })
  }
}

/** The seconds before the picture that is shown, as far as there are any; null where the stream tells no time. */
export function lastOf(
  { start_ts }: Pick<LiveMedium, 'start_ts'>,
  player: Pick<PlayerControl, 'time' | 'instant' | 'window'>,
): { start_time: number; duration: number } | null {
  const { start, end } = player.window()
  const to = Math.min(player.time(), end - SHY)
  const from = Math.max(start, to - LAST)
  const [begins, ends] = [player.instant(from), player.instant(to)]
  if (begins === null || ends === null || ends - begins < 1000) return null
  return { start_time: (begins - start_ts * 1000) / 1000, duration: (ends - begins) / 1000 }
}

export const quickClipStore = (api: Api, clips: ClipsStore): QuickClipStore =>
  new QuickClipStore(
    new ClipsApi(api),
    clips.bring(clipsBook),
    id => void clips.bring(eventClipsStore).added(id),
  )
