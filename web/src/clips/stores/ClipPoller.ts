import type { ClipsApi } from '../api'
import { type Clip, isProcessing } from '../model'
import { ProcessingPoller, type Sleep } from './ProcessingPoller'

/** Follows clips until their files are there, each once. */
export class ClipPoller {
  private readonly poller: ProcessingPoller
  private readonly polledClips = new Map<number, AbortController>()

  constructor(
    private readonly api: Pick<ClipsApi, 'get'>,
    private readonly onUpdate: (clip: Clip) => void,
    sleep?: Sleep,
  ) {
    this.poller = new ProcessingPoller(sleep)
  }

  /** Follows a clip whose file is still to come. */
  poll(clip: Clip): void {
    const { id } = clip
    if (!isProcessing(clip) || this.polledClips.has(id)) return
    const stop = new AbortController()
    this.polledClips.set(id, stop)
    const { signal } = stop
    void this.poller
      .poll(signal => this.api.get(id, signal), { signal, onUpdate: this.onUpdate })
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
