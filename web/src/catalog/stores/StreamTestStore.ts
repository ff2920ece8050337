import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { CatalogApi } from '../api'
import { type StreamTest, toSignedUrl } from '../model'
import { DetailStore } from './DetailStore'

/** The stream test of the event on the watch page. Only operators get a response. */
export class StreamTestStore extends DetailStore<StreamTest> {
  constructor(private readonly api: CatalogApi) {
    super()
    makeObservable(this, { test: computed })
  }

  /** The running test, or null if none is running or the response has not arrived. */
  get test(): StreamTest | null {
    const { value } = this.detail
    return value && value.state !== 'none' ? value : null
  }

  /**
   * Return a new signed URL of the stream, or null after the test.
   *
   * @throws HttpError if the server does not respond.
   */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    return this.id === null ? null : toSignedUrl((await this.api.streamTest(this.id)).stream)
  }

  protected fetchItem(id: number, signal: AbortSignal): Promise<StreamTest> {
    return this.api.streamTest(id, signal)
  }
}

export const streamTestStore = (api: Api): StreamTestStore => new StreamTestStore(new CatalogApi(api))
