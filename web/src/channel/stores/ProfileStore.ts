import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { Latest } from '@/shared/stores/Latest'
import { type Access, ProfileApi } from '../profileApi'

/** The overview of an account: what its passes allow, and what can be asked for beside it. */
export class ProfileStore {
  readonly access = new Latest<Access>()
  /** The file with everything that is held about the viewer. */
  readonly file = new Form({})

  constructor(private readonly api: ProfileApi) {}

  async loadAccess(): Promise<void> {
    await this.access.ask(signal => this.api.access(signal))
  }

  /** The file, or null where it did not come. */
  async everything(): Promise<Blob | null> {
    return (await this.file.submit(() => this.api.everything()))?.answer ?? null
  }

  reset(): void {
    this.access.clear()
    this.file.clear()
  }
}

export const profileStore = (api: Api) => new ProfileStore(new ProfileApi(api))
