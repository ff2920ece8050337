import { makeObservable, observableShallow, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form, UNKNOWN_ERROR } from '@/shared/stores/Form'
import { type Invitation, type Member, type Role, type Team, TeamApi } from '../teamApi'

/** The members of the team and the pending invitations. Each action returns its error, or null. */
export class TeamStore {
  readonly team = new AsyncValue<Team>()
  readonly inviteForm = new Form<{ email: string; role: Role }>({ email: '', role: 'producer' })
  /** The rows whose request is in progress: `member-3`, `invitation-8`. */
  readonly busy = new Set<string>()

  constructor(readonly api: TeamApi) {
    makeObservable(this, { busy: observableShallow })
  }

  load(): Promise<void> {
    return this.team.load(signal => this.api.team(signal))
  }

  /** Return whether a member is the only owner, who keeps the role. */
  isLastOwner(member: Member): boolean {
    const owners = this.team.value?.members.filter(({ role }) => role === 'owner') ?? []
    return member.role === 'owner' && owners.length === 1
  }

  /** Invite the address of the form. Return it, or null after an error, which the form shows. */
  async invite(): Promise<string | null> {
    const sent = await this.inviteForm.submit(({ email, role }) => this.api.invite(email, role))
    if (!sent) return null
    const invitation = sent.result
    this.team.update(team => ({ ...team, invitations: [invitation, ...team.invitations] }))
    this.inviteForm.clear()
    return invitation.email
  }

  setRole({ account_id: id }: Member, role: Role): Promise<ErrorMessage | null> {
    return this.change(`member-${id}`, async () => this.replace(await this.api.setRole(id, role)))
  }

  /** Replace the events assigned to a scorekeeper. */
  setEvents({ account_id: id }: Member, eventIds: readonly number[]): Promise<ErrorMessage | null> {
    return this.change(`member-${id}`, async () => this.replace(await this.api.setEvents(id, eventIds)))
  }

  remove({ account_id: id }: Member): Promise<ErrorMessage | null> {
    return this.change(`member-${id}`, async () => {
      await this.api.remove(id)
      this.team.update(team => ({
        ...team,
        members: team.members.filter(member => member.account_id !== id),
      }))
    })
  }

  resend({ id }: Invitation): Promise<ErrorMessage | null> {
    return this.change(`invitation-${id}`, async () => {
      const sent = await this.api.resend(id)
      this.team.update(team => ({
        ...team,
        invitations: team.invitations.map(invitation => (invitation.id === id ? sent : invitation)),
      }))
    })
  }

  revoke({ id }: Invitation): Promise<ErrorMessage | null> {
    return this.change(`invitation-${id}`, async () => {
      await this.api.revoke(id)
      this.team.update(team => ({
        ...team,
        invitations: team.invitations.filter(invitation => invitation.id !== id),
      }))
    })
  }

  reset(): void {
    this.team.clear()
    this.inviteForm.clear()
  }

  private replace(changed: Member): void {
    this.team.update(team => ({
      ...team,
      members: team.members.map(member => (member.account_id === changed.account_id ? changed : member)),
    }))
  }

  private async change(row: string, send: () => Promise<void>): Promise<ErrorMessage | null> {
    if (this.busy.has(row)) return null
    runInAction(() => this.busy.add(row))
    try {
      await send()
      return null
    } catch (error) {
      return error instanceof HttpError ? error.errorMessage : UNKNOWN_ERROR
    } finally {
      runInAction(() => this.busy.delete(row))
    }
  }
}

export const teamStore = (api: Api) => new TeamStore(new TeamApi(api))
