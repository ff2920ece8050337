import { computed, makeObservable } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { CatalogApi } from '../api'
import { type Simulation, toSignedUrl } from '../model'
import { DetailStore } from './DetailStore'

/** A recorded game that plays as if it were live, and the clock that everybody watches it by. */
export class SimulationStore extends DetailStore<Simulation> {
  /** What the server's clock is ahead of this one, in milliseconds. */
  private clockOffset = 0

  constructor(private readonly api: CatalogApi) {
    super()
    makeObservable(this, { simulation: computed })
  }

  get simulation(): Simulation | null {
    return this.detail.value
  }

  /** The instant of the first picture by this device's clock, in milliseconds since the epoch. */
  get startsAt(): number {
    const { simulation: show, clockOffset: ahead } = this
    return show ? Date.parse(show.starts_at) + show.delay * 1000 - ahead : 0
  }

  /** The second of the recording that is on for everybody. */
  get currentSecond(): number {
    return (serverNow() - this.startsAt) / 1000
  }

  /**
   * A freshly signed address of what plays; null when this viewer may not have it any more.
   *
   * @throws HttpError where the server did not answer.
   */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    return this.id === null ? null : toSignedUrl((await this.api.simulation(this.id)).stream)
  }

  protected async fetchItem(id: number, signal: AbortSignal): Promise<Simulation> {
    const requestedAt = serverNow()
    const show = await this.api.simulation(id, signal)
    // The server looked at its clock somewhere between question and answer.
    this.clockOffset = Date.parse(show.now) - (requestedAt + serverNow()) / 2
    return show
  }
}

export const simulationStore = (api: Api): SimulationStore => new SimulationStore(new CatalogApi(api))
