import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import {
  type OwnerVideos,
  type RecordingAction,
  type RecordingChange,
  type StoredUpload,
  type VideoOwner,
  VideosApi,
} from '../../videosApi'
import { type CreateTusUpload, createTusUpload, FileTransfer } from './FileTransfer'
import { checkName, type FileVerdict, isPlayable } from './fileCheck'

/** A serious change of the recording, with its effects, before the operator confirms it. */
export interface PendingChange {
  action: RecordingAction
  effects: RecordingChange
}

/** The videos of one event or library item: the list, the file that is being sent, and changes of the recording. */
export class VideosStore {
  readonly list = new AsyncValue<OwnerVideos>()
  /** The file that is being sent, in this page only. */
  transfer: FileTransfer | null = null
  /** What is wrong with the file that was chosen last, or what the browser does not know about it. */
  verdict: Exclude<FileVerdict, 'video'> | null = null
  pending: PendingChange | null = null
  isChanging = false
  private owner: VideoOwner | null = null

  constructor(
    readonly api: VideosApi,
    private readonly create: CreateTusUpload = createTusUpload,
    private readonly canPlay: (file: File) => Promise<boolean> = isPlayable,
  ) {
    makeObservable(this, {
      transfer: observableRef,
      verdict: observable,
      pending: observableRef,
      isChanging: observable,
      interrupted: computed,
      isWorking: computed,
      dismissChange: action,
      reset: action,
    })
  }

  /** The uploads that lack bytes and that this page does not send. */
  get interrupted(): readonly StoredUpload[] {
    const own = this.transfer?.target.uploadId
    const { uploads = [] } = this.list.value ?? {}
    return this.transfer && own === undefined
      ? []
      : uploads.filter(({ id, state }) => state === 'receiving' && id !== own)
  }

  /** Whether the server is busy with a video, so that the list changes soon. */
  get isWorking(): boolean {
    const { videos = [], uploads = [] } = this.list.value ?? {}
    return (
      videos.some(
        ({ state, trim }) => state === 'queued' || state === 'processing' || trim?.state === 'pending',
      ) || uploads.some(({ state }) => state === 'received')
    )
  }

  /** Load the videos of an event or library item. */
  async load(owner: VideoOwner): Promise<void> {
    if (owner !== this.owner) this.reset()
    this.owner = owner
    await this.list.load(signal => this.api.list(owner, signal))
  }

  /** Load the list again without placeholders. */
  async refresh(): Promise<void> {
    await this.list.reload()
  }

  /**
   * Check a file and send it. If the server has a part of this file, send only the rest.
   *
   * A file that is certainly no video is refused. A file that the browser cannot read is sent with a hint.
   */
  async send(file: File, replace: boolean): Promise<void> {
    const verdict = checkName(file, this.list.value?.max_upload_bytes ?? Number.POSITIVE_INFINITY)
    runInAction(() => {
      this.verdict = verdict === 'video' ? null : verdict
    })
    if (verdict !== 'video' || this.isSending || !this.owner) return
    const stored = this.interrupted.find(
      ({ file_name, size }) => file_name === file.name && size === file.size,
    )
    const target = { owner: this.owner, replace, uploadId: stored?.id }
    const transfer = new FileTransfer(file, target, this.api, () => void this.refresh(), this.create)
    runInAction(() => {
      this.transfer = transfer
    })
    const [, playable] = await Promise.all([transfer.start(), this.canPlay(file)])
    if (!playable && this.transfer === transfer) {
      runInAction(() => {
        this.verdict = 'unknown'
      })
    }
  }

  /** Stop the current transfer and delete what the server has of it. */
  async cancel(): Promise<void> {
    const { transfer } = this
    runInAction(() => {
      this.transfer = this.verdict = null
    })
    await transfer?.cancel()
    await this.refresh()
  }

  /** Show viewers the full length of a video again. Return whether the server accepted it. */
  restoreFullLength(videoId: number): Promise<boolean> {
    return this.change(() => this.api.restoreFullLength(videoId))
  }

  /** Make the video of a stored file once more. Return whether the server accepted it. */
  retry(uploadId: number): Promise<boolean> {
    return this.change(() => this.api.retry(uploadId))
  }

  /**
   * Change who sees the recording. A serious change first returns its effects in `pending`, and needs `confirm`.
   * Return whether the request succeeded.
   */
  act(kind: RecordingAction, confirm = false): Promise<boolean> {
    return this.change(async () => {
      if (!this.owner) return
      const effects = await this.api.change(this.owner, kind, confirm)
      runInAction(() => {
        this.pending = effects.is_done ? null : { action: kind, effects }
      })
    })
  }

  dismissChange(): void {
    this.pending = null
  }

  reset(): void {
    this.list.clear()
    this.transfer?.dispose()
    this.transfer = this.verdict = this.pending = null
  }

  private get isSending(): boolean {
    const state = this.transfer?.state
    return state !== undefined && state !== 'done' && state !== 'failed'
  }

  private async change(send: () => Promise<unknown>): Promise<boolean> {
    if (this.isChanging) return false
    runInAction(() => {
      this.isChanging = true
    })
    try {
      await send()
      return true
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return false
    } finally {
      runInAction(() => {
        this.isChanging = false
      })
      await this.refresh()
    }
  }
}

export const videosStore = (api: Api) => new VideosStore(new VideosApi(api))
