import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { ImportApi, type ScheduleFeed } from '../../importApi'

/** The feeds of the channel: a form for a new one, and the actions on each. */
export class FeedsStore {
  readonly feeds = new AsyncValue<readonly ScheduleFeed[]>()
  readonly form = new Form({ name: '', address: '' })
  /** The action in progress or its error. */
  readonly action = new Form({})
  /** The feed that the operator is asked about before it is deleted. */
  leaving: ScheduleFeed | null = null

  constructor(private readonly api: ImportApi) {
    makeObservable(this, { leaving: observableRef, askToDelete: action, reset: action })
  }

  load(): Promise<void> {
    return this.feeds.load(signal => this.api.feeds(signal))
  }

  /** Add the feed of the form. Return it, or null after an error, which the form shows. */
  async add(): Promise<ScheduleFeed | null> {
    const sent = await this.form.submit(values => this.api.addFeed(values))
    if (sent) this.form.clear()
    return sent?.result ?? null
  }

  check(feed: ScheduleFeed): Promise<void> {
    return this.send(() => this.api.checkFeed(feed.id))
  }

  setPaused(feed: ScheduleFeed, isPaused: boolean): Promise<void> {
    return this.send(() => this.api.setFeedPaused(feed.id, isPaused))
  }

  askToDelete(feed: ScheduleFeed | null): void {
    this.leaving = feed
    this.action.clear()
  }

  /** Delete the feed that the operator was asked about. */
  async delete(): Promise<void> {
    const { leaving } = this
    if (leaving) await this.send(() => this.api.deleteFeed(leaving.id))
  }

  reset(): void {
    this.feeds.clear()
    this.form.clear()
    this.askToDelete(null)
  }

  private async send(request: () => Promise<void>): Promise<void> {
    const sent = await this.action.submit(request)
    if (!sent) return
    runInAction(() => this.askToDelete(null))
    await this.load()
  }
}

export const feedsStore = (api: Api) => new FeedsStore(new ImportApi(api))
