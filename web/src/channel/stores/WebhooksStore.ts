import { action, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import {
  type EndpointDetails,
  EVENT_TYPES,
  type NewWebhookEndpoint,
  type WebhookDelivery,
  type WebhookEndpoint,
  WebhooksApi,
} from '../webhooksApi'

interface Log {
  items: readonly WebhookDelivery[]
  total: number
}

const NEW_ENDPOINT: EndpointDetails = { url: '', description: '', event_types: EVENT_TYPES }

/** The webhook endpoints of the channel: the list, the form of one endpoint, and the open log. */
export class WebhooksStore {
  readonly list = new AsyncValue<readonly WebhookEndpoint[]>()
  readonly log = new AsyncValue<Log>()
  form: Form<EndpointDetails> | null = null
  /** The endpoint that the form changes. Null for a new one. */
  editedId: number | null = null
  /** The endpoint with a secret that was just created. */
  created: NewWebhookEndpoint | null = null
  /** The endpoint whose log is open. */
  logId: number | null = null
  /** The ids of endpoints with an action in progress. */
  readonly busyIds = new Set<number>()

  constructor(private readonly api: WebhooksApi) {
    makeObservable(this, {
      form: observableRef,
      editedId: observableRef,
      created: observableRef,
      logId: observableRef,
      busyIds: observableShallow,
      openForm: action,
      closeForm: action,
      dismissSecret: action,
      toggleLog: action,
      reset: action,
    })
  }

  async load(): Promise<void> {
    await this.list.load(signal => this.api.list(signal))
  }

  /** Open the form of an endpoint, or of a new one. */
  openForm(endpoint: WebhookEndpoint | null): void {
    const { url, description, event_types } = endpoint ?? NEW_ENDPOINT
    this.form = new Form<EndpointDetails>({ url, description, event_types })
    this.editedId = endpoint?.id ?? null
  }

  closeForm(): void {
    this.form = null
  }

  dismissSecret(): void {
    this.created = null
  }

  /** Save the form. Return whether it was saved. */
  async save(): Promise<boolean> {
    const { form, editedId } = this
    const saved = await form?.submit(details =>
      editedId === null ? this.api.create(details) : this.api.update(editedId, details),
    )
    if (!saved) return false
    runInAction(() => {
      if (editedId === null) this.created = saved.result as NewWebhookEndpoint
      this.form = null
    })
    await this.load()
    return true
  }

  /** Give an endpoint another secret. */
  rollSecret(id: number): Promise<boolean> {
    return this.act(id, async () => {
      const created = await this.api.rollSecret(id)
      runInAction(() => {
        this.created = created
      })
    })
  }

  resume(id: number): Promise<boolean> {
    return this.act(id, () => this.api.resume(id))
  }

  test(id: number): Promise<boolean> {
    return this.act(id, () => this.api.test(id))
  }

  remove(id: number): Promise<boolean> {
    return this.act(id, () => this.api.remove(id))
  }

  redeliver(delivery: WebhookDelivery): Promise<boolean> {
    const { logId } = this
    return logId === null ? Promise.resolve(false) : this.act(logId, () => this.api.redeliver(delivery.id))
  }

  /** Open the log of an endpoint, or close it. */
  toggleLog(id: number): void {
    this.logId = this.logId === id ? null : id
    this.log.clear()
    if (this.logId !== null) void this.loadLog()
  }

  /** Load the first page of the open log. */
  async loadLog(): Promise<void> {
    await this.loadLogPage([])
  }

  /** Load the next page of the open log. */
  async loadMoreLog(): Promise<void> {
    await this.loadLogPage(this.log.value?.items ?? [])
  }

  reset(): void {
    this.list.clear()
    this.log.clear()
    this.form = this.created = this.logId = null
  }

  private async loadLogPage(loaded: readonly WebhookDelivery[]): Promise<void> {
    const { logId } = this
    if (logId === null) return
    await this.log.load(async signal => {
      const { data, meta } = await this.api.deliveries(logId, loaded.length, signal)
      return { items: [...loaded, ...data], total: meta.total }
    })
  }

  /** Run an action of an endpoint, then load its new state. Return whether the action succeeded. */
  private async act(id: number, send: () => Promise<unknown>): Promise<boolean> {
    if (this.busyIds.has(id)) return false
    runInAction(() => this.busyIds.add(id))
    try {
      await send()
      await Promise.all([this.load(), this.loadLog()])
      return true
    } catch {
      return false
    } finally {
      runInAction(() => this.busyIds.delete(id))
    }
  }
}

export const webhooksStore = (api: Api) => new WebhooksStore(new WebhooksApi(api))
