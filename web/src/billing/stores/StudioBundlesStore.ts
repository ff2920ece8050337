import { runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { BundlesApi, type NewBundle, type StudioBundles } from '../bundlesApi'

const NEW_BUNDLE: NewBundle = { offer: '', channel: '', percent: '' }

/** The bundles of the channel, and the forms of its dialogs. Each action returns its success. */
export class StudioBundlesStore {
  readonly bundles = new AsyncValue<StudioBundles>()
  readonly form = new Form<NewBundle>(NEW_BUNDLE)
  /** The form of the actions without input. */
  readonly actionForm = new Form<object>({})

  constructor(private readonly api: BundlesApi) {}

  load(): Promise<void> {
    return this.bundles.load(signal => this.api.studio(signal))
  }

  async propose(): Promise<boolean> {
    const saved = await this.form.submit(form => this.api.propose(form))
    return saved !== null && this.show(saved.result)
  }

  accept(id: number): Promise<boolean> {
    return this.save(() => this.api.accept(id))
  }

  end(id: number): Promise<boolean> {
    return this.save(() => this.api.end(id))
  }

  clearForms(): void {
    this.form.clear()
    this.actionForm.clear()
  }

  reset(): void {
    this.bundles.clear()
    this.clearForms()
  }

  private async save(send: () => Promise<StudioBundles>): Promise<boolean> {
    const saved = await this.actionForm.submit(send)
    return saved !== null && this.show(saved.result)
  }

  private show(bundles: StudioBundles): boolean {
    runInAction(() => this.bundles.update(() => bundles))
    return true
  }
}

export const studioBundlesStore = (api: Api) => new StudioBundlesStore(new BundlesApi(api))
