import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import {
  isSrt,
  RestreamApi,
  type RestreamService,
  type RestreamTarget,
  type TargetDetails,
  type TargetSecrets,
} from '../../restreamApi'

/** The servers of the services. They are suggested, and can be changed. */
const SERVERS: Record<RestreamService, string> = {
  youtube: 'rtmps://a.rtmps.youtube.com/live2',
  facebook: 'rtmps://live-api-s.facebook.com:443/rtmp/',
  twitch: 'rtmp://live.twitch.tv/app',
  other: '',
}

const NEW_TARGET: TargetDetails = {
  name: '',
  service: 'youtube',
  server_url: SERVERS.youtube,
  key: '',
  passphrase: '',
  is_always: false,
}

/** The restream targets of the channel: the list, the form of one, and a key that was asked for. */
export class RestreamTargetsStore {
  readonly list = new AsyncValue<readonly RestreamTarget[]>()
  /** The action in progress or its error. */
  readonly action = new Form({})
  form: Form<TargetDetails> | null = null
  /** The target that the form changes. Null for a new one. */
  edited: RestreamTarget | null = null
  /** The target that the operator is asked about before it is deleted. */
  leaving: RestreamTarget | null = null
  /** The secrets of a target, while they are shown. */
  revealed: ({ id: number } & TargetSecrets) | null = null
  /** Counts the visits of the page, so that a key that arrives after a visit is dropped. */
  private visit = 0

  constructor(private readonly api: RestreamApi) {
    makeObservable(this, {
      form: observableRef,
      edited: observableRef,
      leaving: observableRef,
      revealed: observableRef,
      openForm: action,
      closeForm: action,
      changeService: action,
      askToDelete: action,
      hideKey: action,
      reset: action,
    })
  }

  load(): Promise<void> {
    return this.list.load(signal => this.api.targets(signal))
  }

  /** Open the form of a target, or of a new one. */
  openForm(target: RestreamTarget | null): void {
    const { name, service, server_url, is_always } = target ?? NEW_TARGET
    this.form = new Form<TargetDetails>({ ...NEW_TARGET, name, service, server_url, is_always })
    this.edited = target
  }

  closeForm(): void {
    this.form = null
  }

  /** Choose a service. Its server replaces one that was only suggested. */
  changeService(service: RestreamService): void {
    const { form } = this
    if (!form) return
    const { service: before, server_url: url } = form.values
    form.change('service', service)
    if (!url || url === SERVERS[before]) form.change('server_url', SERVERS[service])
  }

  /** Save the form. Return whether it was saved. */
  async save(): Promise<boolean> {
    const { form, edited } = this
    const saved = await form?.submit(details =>
      edited
        ? this.api.updateTarget(edited.id, withoutEmptySecrets(details))
        : this.api.createTarget(withoutUnusedPassphrase(details)),
    )
    if (!saved) return false
    runInAction(() => {
      this.closeForm()
      this.hideKey()
    })
    await this.load()
    return true
  }

  askToDelete(target: RestreamTarget | null): void {
    this.leaving = target
    this.action.clear()
  }

  /** Delete the target that the operator was asked about. */
  async delete(): Promise<void> {
    const { leaving } = this
    if (!leaving) return
    const sent = await this.action.submit(() => this.api.deleteTarget(leaving.id))
    if (!sent) return
    this.askToDelete(null)
    await this.load()
  }

  /** Show the secrets of a target. */
  async reveal(target: RestreamTarget): Promise<void> {
    const { visit } = this
    const sent = await this.action.submit(() => this.api.revealKey(target.id))
    if (visit !== this.visit) return
    runInAction(() => {
      this.revealed = sent && { id: target.id, ...sent.result }
    })
  }

  hideKey(): void {
    this.revealed = null
  }

  reset(): void {
    this.visit += 1
    this.list.clear()
    this.closeForm()
    this.hideKey()
    this.askToDelete(null)
  }
}

/** Return the details without the passphrase of a server that has none, whose field is hidden. */
function withoutUnusedPassphrase(details: TargetDetails): TargetDetails {
  return isSrt(details.server_url) ? details : { ...details, passphrase: '' }
}

/** Return the changes to a target. The server keeps secrets that are left out. */
function withoutEmptySecrets(details: TargetDetails): Partial<TargetDetails> {
  const { key, passphrase, ...others } = withoutUnusedPassphrase(details)
  return key || passphrase ? { ...others, key, passphrase } : others
}

export const restreamApi = (api: Api) => new RestreamApi(api)
export const restreamTargetsStore = (api: Api) => new RestreamTargetsStore(new RestreamApi(api))
