import type { ClipsApi } from '../api'
import { type Clip, isMoving } from '../model'
import { ClipProgress, type Sleep } from './ClipProgress'

/** Follows clips until their files are there, each once. */
export class Follower {
  private readonly progress: ClipProgress
  private readonly followed = new Map<number, AbortController>()

  constructor(
    private readonly api: Pick<ClipsApi, 'clip'>,
    private readonly heard: (clip: Clip) => void,
    sleep?: Sleep,
  ) {
    this.progress = new ClipProgress(sleep)
  }

  /** Follows a clip whose file is still to come. */
  follow(clip: Clip): void {
    const { id } = clip
    if (!isMoving(clip) || this.followed.has(id)) return
    const stop = new AbortController()
    this.followed.set(id, stop)
    const { signal } = stop
    void this.progress
      .follow(signal => this.api.clip(id, signal), { signal, heard: this.heard })
      .finally(() => this.followed.get(id) === stop && this.followed.delete(id))
  }

  leave(id: number): void {
    this.followed.get(id)?.abort()
    this.followed.delete(id)
  }

  leaveAll(): void {
    for (const id of [...this.followed.keys()]) this.leave(id)
  }
}
