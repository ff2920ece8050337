import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { CatalogApi } from '../api'
import { type StreamTest, toSignedUrl } from '../model'
import { DetailStore } from './DetailStore'

/** The stream test of the event on the watch page; operators alone get an answer. */
export class StreamTestStore extends DetailStore<StreamTest> {
  constructor(private readonly api: CatalogApi) {
    super()
    makeObservable(this, { test: computed })
  }

  /** The open test; null where none is open, or nothing is known yet. */
  get test(): StreamTest | null {
    const { value } = this.detail
    return value && value.state !== 'none' ? value : null
  }

  /**
   * A freshly signed address of the picture; null once the test is over.
   *
   * @throws HttpError where the server did not answer.
   */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    return this.id === null ? null : toSignedUrl((await this.api.streamTest(this.id)).stream)
  }

  protected fetchItem(id: number, signal: AbortSignal): Promise<StreamTest> {
    return this.api.streamTest(id, signal)
  }
}

export const streamTestStore = (api: Api): StreamTestStore => new StreamTestStore(new CatalogApi(api))
