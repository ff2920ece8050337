import { CLIP_POLL_MS } from '@/shared/constants'
import { poll, type Sleep } from '@/shared/http/poll'
import type { ClipsApi } from '../api'
import { type Clip, isProcessing } from '../model'

/** Follows clips until their files are there, each once. */
export class ClipPoller {
  private readonly polledClips = new Map<number, AbortController>()

  constructor(
    private readonly api: Pick<ClipsApi, 'get'>,
    private readonly onUpdate: (clip: Clip) => void,
    private readonly sleep?: Sleep,
  ) {}

  /** Follows a clip whose file is still to come. */
  poll(clip: Clip): void {
    const { id } = clip
    if (!isProcessing(clip) || this.polledClips.has(id)) return
    const stop = new AbortController()
    this.polledClips.set(id, stop)
    void poll(
      signal => this.api.get(id, signal),
      clip => !isProcessing(clip),
      { signal: stop.signal, interval: CLIP_POLL_MS, sleep: this.sleep, onValue: this.onUpdate },
    )
      .catch(() => undefined)
      .finally(() => this.polledClips.get(id) === stop && this.polledClips.delete(id))
  }

  stop(id: number): void {
    this.polledClips.get(id)?.abort()
    this.polledClips.delete(id)
  }

  stopAll(): void {
    for (const id of [...this.polledClips.keys()]) this.stop(id)
  }
}
