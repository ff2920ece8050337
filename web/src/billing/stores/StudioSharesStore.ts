import { runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { type NewParty, type NewRule, type ShareMonth, StudioSharesApi } from '../studioSharesApi'

const NEW_PARTY: NewParty = { key: '', name: '', kind: 'team', team: '', payout_account: '' }
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

  /** Save the party of the form. Its key is made of its name. */
  async saveParty(): Promise<boolean> {
    const saved = await this.partyForm.submit(form => this.api.saveParty({ ...form, key: keyOf(form.name) }))
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

/** Return the key of a name: lowercase letters, digits and hyphens. */
export function keyOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
}

export const studioSharesStore = (api: Api) => new StudioSharesStore(new StudioSharesApi(api))
