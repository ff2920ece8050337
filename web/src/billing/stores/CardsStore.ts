import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { BillingApi } from '../api'
import type { SavedCard } from '../model'

/** The viewer's cards, saved at the payment provider. */
export class CardsStore {
  readonly list = new AsyncValue<SavedCard[]>()
  /** The request to remove a card, and its errors. */
  readonly removal = new Form({ id: '' })

  constructor(private readonly api: BillingApi) {
    makeObservable(this, { cards: computed })
  }

  get cards(): readonly SavedCard[] {
    return this.list.value ?? []
  }

  /** The preselected card: the default card, else the first. */
  get defaultCard(): SavedCard | null {
    return this.cards.find(card => card.is_default) ?? this.cards[0] ?? null
  }

  async load(): Promise<void> {
    await this.list.load(signal => this.api.cards(signal))
  }

  /** Remove a card. Return true on success. */
  async remove(id: string): Promise<boolean> {
    if (this.removal.isBusy) return false
    this.removal.change('id', id)
    const result = await this.removal.submit(() => this.api.removeCard(id))
    if (result) await this.load()
    return result !== null
  }

  /** Return the client secret that saves a new card at the payment provider. */
  createSetupSecret(): Promise<string> {
    return this.api.setupIntent()
  }

  reset(): void {
    this.list.clear()
    this.removal.clear()
  }
}

export const cardsStore = (api: Api) => new CardsStore(new BillingApi(api))
