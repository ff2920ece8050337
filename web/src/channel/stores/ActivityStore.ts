import { computed, makeObservable } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { type ActivityActor, ActivityApi, type ActivityFilter, type ActivityPage } from '../activityApi'
import { RevisionsApi } from '../revisionsApi'

/** The audit log of the channel, newest first, a page at a time. */
export class ActivityStore {
  readonly page = new AsyncValue<ActivityPage>()
  readonly actors = new AsyncValue<readonly ActivityActor[]>()

  constructor(
    readonly api: ActivityApi,
    readonly revisions: RevisionsApi,
  ) {
    makeObservable(this, { isForbidden: computed })
  }

  /** Whether the server rejects the viewer, who is not an operator of the channel. */
  get isForbidden(): boolean {
    const { error } = this.page
    return error instanceof HttpError && error.status === 403
  }

  /** Load the first page. */
  load(filter: ActivityFilter): Promise<void> {
    this.page.discardValue()
    return this.page.load(signal => this.api.list(filter, null, signal))
  }

  /** Load the next page, and append it. */
  loadMore(filter: ActivityFilter): Promise<void> {
    const { value } = this.page
    if (!value?.meta.next) return Promise.resolve()
    const { data, meta } = value
    return this.page.load(async signal => {
      const page = await this.api.list(filter, meta.next, signal)
      return { ...page, data: [...data, ...page.data] }
    })
  }

  loadActors(): Promise<void> {
    return this.actors.load(signal => this.api.actors(signal))
  }

  reset(): void {
    this.page.clear()
    this.actors.clear()
  }
}

export const activityStore = (api: Api) => new ActivityStore(new ActivityApi(api), new RevisionsApi(api))
