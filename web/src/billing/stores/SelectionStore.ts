import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { type Asked, askedIn, type Choice, choiceOf, choicesFor, meant, purchaseOf } from '../choices'
import type { BuyableEvent, OfferLine, OfferQuery, Purchase, Team } from '../model'
import { trialDaysOf } from '../offers'
import type { BillingStore } from '../store'
import type { OffersStore } from './OffersStore'

/** What is bought on the page of a purchase (§2, `/buy`), out of what its address asks for. */
export class SelectionStore {
  search: string | null = null
  /** What the address asks for is being looked up. */
  busy = false
  error: unknown = null
  private asked: Asked = askedIn('')
  private chosen: string | null = null
  private team: number | null = null
  private wantsTrial = true
  /** The server knows of an earlier trial, of which the page did not. */
  private trialIsGone = false

  constructor(
    private readonly offers: OffersStore,
    private readonly viewer: BillingStore['shell']['viewer'],
  ) {
    makeObservable<SelectionStore, 'asked' | 'chosen' | 'team' | 'wantsTrial' | 'trialIsGone'>(this, {
      search: observable,
      busy: observable,
      error: observableRef,
      asked: observableRef,
      chosen: observable,
      team: observable,
      wantsTrial: observable,
      trialIsGone: observable,
      event: computed,
      choices: computed,
      choice: computed,
      isOpen: computed,
      teams: computed,
      teamId: computed,
      begin: action,
      choose: action,
      chooseTeam: action,
      takeTrial: action,
      loseTrial: action,
    })
  }

  /** The game that it is about; null where it is about none, or while that is being looked up. */
  get event(): BuyableEvent | null {
    const { value } = this.offers.event
    return value?.id === this.asked.eventId ? value : null
  }

  /** Everything that can be bought here: a game's ways in, or the one offer that was asked for. */
  get choices(): Choice[] {
    const { asked, event, offers, lines } = this
    if (asked.eventId !== null) return event ? choicesFor(event, lines, offers) : []
    const found = [
      asked.packageId === null ? null : offers.package(asked.packageId),
      asked.subscriptionId === null ? null : offers.subscription(asked.subscriptionId),
    ]
    return found.flatMap(offer => (offer ? [choiceOf(offer)] : [])).filter(choice => isSold(choice, lines))
  }

  /** What the server sells to this viewer now. */
  private get lines(): readonly OfferLine[] {
    return this.offers.linesOf(queryOf(this.asked)) ?? []
  }

  get choice(): Choice | null {
    const { asked, choices, chosen } = this
    return choices.find(({ key }) => key === chosen) ?? meant(choices, asked)
  }

  /** The viewer may watch the game, and the address asks for no pass that is wider than it. */
  get isOpen(): boolean {
    const { packageId, subscriptionId } = this.asked
    const asksForPass = packageId !== null || subscriptionId !== null
    return this.event?.has_access === true && !(asksForPass && this.choice?.type !== 'event')
  }

  /** Whom a team pass can be for: the two sides of the game, or every team of its categories. */
  get teams(): readonly Team[] {
    const { choice } = this
    if (!choice?.forTeam) return []
    const known =
      this.asked.eventId === null ? (this.offers.teams.value ?? []) : (this.event?.participants ?? [])
    return known.filter(({ id }) => this.lines.some(line => isOf(line, choice) && line.participant_id === id))
  }

  get teamId(): number | null {
    const wanted = this.team ?? this.asked.participantId
    return this.teams.find(({ id }) => id === wanted)?.id ?? null
  }

  /** How many days are free before the first payment; 0 where it is paid at once. */
  get trialDays(): number {
    return this.wantsTrial ? this.trialOnOffer : 0
  }

  /** How many there would be, wanted or not. */
  get trialOnOffer(): number {
    const offer = this.choice?.offer
    return offer && !this.trialIsGone ? trialDaysOf(offer, this.viewer) : 0
  }

  /** What the server is asked to sell. */
  get purchase(): Purchase | null {
    return this.choice && purchaseOf(this.choice, this.teamId)
  }

  /** Takes up what an address asks for. */
  begin(search: string): void {
    this.search = search
    this.asked = askedIn(search)
    this.error = null
    this.chosen = null
    this.team = null
    this.wantsTrial = true
  }

  /** Looks up what is asked for; failures stand in `error`. */
  async load(): Promise<void> {
    const { asked } = this
    this.tell({ busy: true, error: null })
    try {
      await this.lookUp(asked)
    } catch (error) {
      if (asked === this.asked) this.tell({ error })
    } finally {
      if (asked === this.asked) this.tell({ busy: false })
    }
  }

  /** Looks up once more what it costs; where that fails, it stays as it was. */
  async refresh(): Promise<void> {
    const { asked, offers } = this
    const event = asked.eventId === null ? null : offers.loadEvent(asked.eventId)
    await Promise.allSettled([event, offers.refresh(), offers.loadLines(queryOf(asked))])
  }

  choose(key: string): void {
    this.chosen = key
  }

  chooseTeam(id: number): void {
    this.team = id
  }

  /** Begins with the free trial, or pays at once. */
  takeTrial(wanted: boolean): void {
    this.wantsTrial = wanted
  }

  loseTrial(): void {
    this.trialIsGone = true
  }

  private async lookUp({ eventId, packageId, subscriptionId }: Asked): Promise<void> {
    const { offers } = this
    const lines = offers.loadLines(eventId === null ? {} : { event_id: eventId })
    if (eventId !== null) {
      await Promise.all([offers.loadEvent(eventId), lines])
      const error = offers.event.error ?? offers.lines.error
      if (error) throw error
      return
    }
    await Promise.all([
      lines,
      packageId === null ? null : offers.loadPackage(packageId),
      subscriptionId === null ? null : offers.loadSubscription(subscriptionId),
    ])
    if (offers.lines.error) throw offers.lines.error
    const pass = packageId === null ? null : offers.package(packageId)
    if (!pass || !choiceOf(pass).forTeam) return
    await offers.loadTeams(pass)
    if (offers.teams.error) throw offers.teams.error
  }

  private tell(change: Partial<Pick<this, 'busy' | 'error'>>): void {
    runInAction(() => Object.assign(this, change))
  }
}

/** What the server is asked: a game's offers, or everything on sale. */
const queryOf = ({ eventId }: Asked): OfferQuery => (eventId === null ? {} : { event_id: eventId })

const isOf = ({ type, id }: OfferLine, choice: Choice) => type === choice.type && id === choice.id
const isSold = (choice: Choice, lines: readonly OfferLine[]) => lines.some(line => isOf(line, choice))
