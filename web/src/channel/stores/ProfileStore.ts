import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { type Access, ProfileApi } from '../profileApi'

/** The overview of an account: what its passes allow, and what can be asked for beside it. */
export class ProfileStore {
  readonly access = new AsyncValue<Access>()
  /** The file with everything that is held about the viewer. */
  readonly dataExport = new Form({})

  constructor(private readonly api: ProfileApi) {}

  async loadAccess(): Promise<void> {
    await this.access.load(signal => this.api.access(signal))
  }

  /** The file, or null where it did not come. */
  async downloadData(): Promise<Blob | null> {
    return (await this.dataExport.submit(() => this.api.downloadData()))?.answer ?? null
  }

  reset(): void {
    this.access.clear()
    this.dataExport.clear()
  }
}

export const profileStore = (api: Api) => new ProfileStore(new ProfileApi(api))
