import { runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import {
  type NewParty,
  type NewRule,
  type ShareMonth,
  type ShareParty,
  type ShareRule,
  StudioSharesApi,
} from '../studioSharesApi'

const NEW_PARTY: NewParty = { key: '', name: '', kind: 'team', games: '', payout_account: '' }
const NEW_RULE: NewRule = { party: '', basis: 'events', month: '', percent: '', amount: '' }

/** The revenue shares of a month, and the forms of its dialogs. Each action returns its success. */
export class StudioSharesStore {
  readonly month = new AsyncValue<ShareMonth>()
  readonly partyForm = new Form<NewParty>(NEW_PARTY)
  readonly ruleForm = new Form<NewRule>(NEW_RULE)
  /** The form of the actions without input. */
  readonly actionForm = new Form<object>({})

  constructor(readonly api: StudioSharesApi) {}

  load(month: string | null): Promise<void> {
    return this.month.load(signal => this.api.month(month, signal))
  }

  /** Fill the form with a party that is edited. */
  editParty(party: ShareParty): void {
    const { key, name, kind, payout_account } = party
    fill(this.partyForm, { key, name, kind, games: gamesOf(party), payout_account: payout_account ?? '' })
  }

  /** Fill the form with a rule that another one follows, from the next month that is open. */
  changeRule({ party, basis, percent, amount }: ShareRule): void {
    const month = this.month.value?.next_month ?? ''
    fill(this.ruleForm, { party, basis, month, percent: String(Number(percent)), amount: amount ?? '' })
  }

  /** Save the party of the form. The key of a new party is made of its name. */
  async saveParty(): Promise<boolean> {
    const saved = await this.partyForm.submit(form =>
      this.api.saveParty({ ...form, key: form.key || this.newKeyOf(form.name) }),
    )
    return saved !== null && this.reload()
  }

  /** Add the rule of the form. A comma is a decimal separator. */
  async addRule(): Promise<boolean> {
    const added = await this.ruleForm.submit(form =>
      this.api.addRule({
        ...form,
        percent: form.percent.trim().replace(',', '.'),
        amount: form.amount.trim().replace(',', '.'),
      }),
    )
    return added !== null && this.reload()
  }

  close(month: string): Promise<boolean> {
    return this.save(() => this.api.close(month))
  }

  /** Pay out a statement. The page shows the reason of a failure after it. */
  async payOut(month: string, party: string, currency: string): Promise<boolean> {
    const isSent = await this.save(() => this.api.payOut(month, party, currency))
    if (!isSent) await this.load(month)
    return isSent
  }

  clearForms(): void {
    for (const form of [this.partyForm, this.ruleForm, this.actionForm]) form.clear()
  }

  reset(): void {
    this.month.clear()
    this.clearForms()
  }

  /** Return a key that no other party has, so that a new party never replaces one. */
  private newKeyOf(name: string): string {
    const keys = this.month.value?.parties.map(party => party.key) ?? []
    const key = keyOf(name)
    let number = 2
    let free = key
    while (keys.includes(free)) free = `${key.slice(0, 76)}-${number++}`
    return free
  }

  private async reload(): Promise<boolean> {
    await this.load(this.month.value?.month ?? null)
    return true
  }

  private async save(send: () => Promise<ShareMonth>): Promise<boolean> {
    const saved = await this.actionForm.submit(send)
    if (!saved) return false
    runInAction(() => this.month.update(() => saved.result))
    return true
  }
}

function fill<Values extends object>(form: Form<Values>, values: Values): void {
  form.clear()
  for (const [name, value] of Object.entries(values))
    form.change(name as keyof Values & string, value as Values[keyof Values & string])
}

/** Return the games of a party, as its form names them. */
export function gamesOf({ participant_id, group_id }: ShareParty): string {
  if (group_id !== null) return `group_id ${group_id}`
  return participant_id !== null ? `participant_id ${participant_id}` : ''
}

/** Return the key of a name: lowercase letters, digits and hyphens. */
export function keyOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
}

export const studioSharesStore = (api: Api) => new StudioSharesStore(new StudioSharesApi(api))
