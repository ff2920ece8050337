import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { type AddedMembers, MembersApi, type TeamMember } from '../../membersApi'

/** The members of one team: the list, the addition of addresses, and the removal. */
export class MembersStore {
  readonly list = new PaginatedList<TeamMember>()
  readonly form = new Form({ addresses: '' })
  readonly removal = new Form({})
  /** The result of the last addition. */
  added: AddedMembers | null = null

  constructor(
    private readonly api: MembersApi,
    private readonly team: string,
  ) {
    makeObservable(this, { added: observableRef, change: action })
  }

  load(search: string | null): Promise<void> {
    return this.list.load((offset, signal) => this.api.list(this.team, search, offset, signal))
  }

  change(addresses: string): void {
    this.form.change('addresses', addresses)
    this.added = null
  }

  /** Add the addresses. The field keeps the parts that are no addresses. */
  async add(): Promise<void> {
    const sent = await this.form.submit(({ addresses }) => this.api.add(this.team, addresses))
    if (!sent) return
    const { result } = sent
    runInAction(() => {
      this.form.change('addresses', result.problems.map(({ text }) => text).join('\n'))
      this.added = result
    })
    await this.list.refresh()
  }

  async remove(member: TeamMember): Promise<boolean> {
    if (!(await this.removal.submit(() => this.api.remove(this.team, member.id)))) return false
    await this.list.refresh()
    return true
  }
}

export const createMembersStore = (api: Api, team: string) => new MembersStore(new MembersApi(api), team)
