import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { type Access, ProfileApi } from '../profileApi'

/** The overview of an account: what its passes allow, and the download of its data. */
export class ProfileStore {
  readonly access = new AsyncValue<Access>()
  /** The download of all data that is stored about the viewer. */
  readonly dataExport = new Form({})

  constructor(private readonly api: ProfileApi) {}

  async loadAccess(): Promise<void> {
    await this.access.load(signal => this.api.access(signal))
  }

  /** Return the file, or null if the download fails. */
  async downloadData(): Promise<Blob | null> {
    return (await this.dataExport.submit(() => this.api.downloadData()))?.result ?? null
  }

  reset(): void {
    this.access.clear()
    this.dataExport.clear()
  }
}

export const profileStore = (api: Api) => new ProfileStore(new ProfileApi(api))
