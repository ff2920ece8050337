import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { BillingApi } from '../api'
import type { SavedCard } from '../model'

/** The viewer's cards that the provider keeps. */
export class CardsStore {
  readonly list = new AsyncValue<SavedCard[]>()
  /** What came of taking one away. */
  readonly removal = new Form({ id: '' })

  constructor(private readonly api: BillingApi) {
    makeObservable(this, { cards: computed })
  }

  get cards(): readonly SavedCard[] {
    return this.list.value ?? []
  }

  /** The one that pays unless another is chosen: the default, else the first. */
  get defaultCard(): SavedCard | null {
    return this.cards.find(card => card.is_default) ?? this.cards[0] ?? null
  }

  async load(): Promise<void> {
    await this.list.load(signal => this.api.cards(signal))
  }

  /** Takes a card away; true where it is gone. */
  async remove(id: string): Promise<boolean> {
    if (this.removal.busy) return false
    this.removal.change('id', id)
    const gone = await this.removal.submit(() => this.api.removeCard(id))
    if (gone) await this.load()
    return gone !== null
  }

  /** The secret with which a card that is typed in is kept at the provider. */
  createSetupSecret(): Promise<string> {
    return this.api.setupIntent()
  }

  reset(): void {
    this.list.clear()
    this.removal.clear()
  }
}

export const cardsStore = (api: Api) => new CardsStore(new BillingApi(api))
