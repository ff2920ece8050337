import { runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { type ListedViewer, type ViewerAction, type ViewerDetails, ViewersApi } from '../viewersApi'

/** The viewers of the channel: the list, one viewer, and the form of the dialogs. Each action returns its success. */
export class ViewersStore {
  readonly list = new PaginatedList<ListedViewer>()
  readonly viewer = new AsyncValue<ViewerDetails>()
  readonly form = new Form<{ reason: string; confirmation: string }>({ reason: '', confirmation: '' })

  constructor(readonly api: ViewersApi) {}

  load(search: string | null): Promise<void> {
    return this.list.load((offset, signal) => this.api.list(search, offset, signal))
  }

  loadViewer(id: number): Promise<void> {
    if (this.viewer.value?.id !== id) this.viewer.clear()
    return this.viewer.load(signal => this.api.viewer(id, signal))
  }

  async run(id: number, action: ViewerAction): Promise<boolean> {
    const changed = await this.form.submit(({ reason }) => this.api.run(id, action, reason))
    if (!changed) return false
    runInAction(() => this.viewer.update(() => changed.result))
    return true
  }

  async erase(id: number): Promise<boolean> {
    const { form } = this
    return (
      (await form.submit(({ confirmation, reason }) => this.api.erase(id, confirmation, reason))) !== null
    )
  }

  reset(): void {
    this.list.clear()
    this.viewer.clear()
    this.form.clear()
  }
}

export const viewersStore = (api: Api) => new ViewersStore(new ViewersApi(api))
