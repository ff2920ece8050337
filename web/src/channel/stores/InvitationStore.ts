import { makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { type Role, TeamApi } from '../teamApi'

/** An invitation that the viewer accepts. */
export class InvitationStore {
  readonly form = new Form({})
  /** The viewer's role after accepting, or null. */
  role: Role | null = null

  constructor(private readonly api: TeamApi) {
    makeObservable(this, { role: observableRef })
  }

  /** Accept the invitation with this token. An error is in the form. */
  async accept(token: string): Promise<void> {
    const accepted = await this.form.submit(() => this.api.accept(token))
    if (accepted)
      runInAction(() => {
        this.role = accepted.result
      })
  }

  reset(): void {
    this.form.clear()
    this.role = null
  }
}

export const invitationStore = (api: Api) => new InvitationStore(new TeamApi(api))
