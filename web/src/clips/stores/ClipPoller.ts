import { CLIP_POLL_MS } from '@/shared/constants'
import { poll, type Sleep } from '@/shared/http/poll'
import type { ClipsApi } from '../api'
import { type Clip, isProcessing } from '../model'

/** Polls clips until their files are ready. Each clip has one poll at a time. */
export class ClipPoller {
  private readonly polledClips = new Map<number, AbortController>()

  constructor(
    private readonly api: Pick<ClipsApi, 'get'>,
    private readonly onUpdate: (clip: Clip) => void,
    private readonly sleep?: Sleep,
  ) {}

  /** Poll a clip whose file is still processing. */
  poll(clip: Clip): void {
    const { id } = clip
    if (!isProcessing(clip) || this.polledClips.has(id)) return
    const abort = new AbortController()
    this.polledClips.set(id, abort)
    void poll(
      signal => this.api.get(id, signal),
      clip => !isProcessing(clip),
      { signal: abort.signal, interval: CLIP_POLL_MS, sleep: this.sleep, onValue: this.onUpdate },
    )
      .catch(() => undefined)
      .finally(() => this.polledClips.get(id) === abort && this.polledClips.delete(id))
  }

  stop(id: number): void {
    this.polledClips.get(id)?.abort()
    this.polledClips.delete(id)
  }

  stopAll(): void {
    for (const id of [...this.polledClips.keys()]) this.stop(id)
  }
}
