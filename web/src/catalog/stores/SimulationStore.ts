import { computed, makeObservable } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { CatalogApi } from '../api'
import { type Simulation, toSignedUrl } from '../model'
import { DetailStore } from './DetailStore'

/** A simulation: a recorded event that plays as if it were live, and its shared clock. */
export class SimulationStore extends DetailStore<Simulation> {
  /** Milliseconds by which the server's clock is ahead of this device's clock. */
  private clockOffset = 0

  constructor(private readonly api: CatalogApi) {
    super()
    makeObservable(this, { simulation: computed })
  }

  get simulation(): Simulation | null {
    return this.detail.value
  }

  /** Start of the simulation by this device's clock, in milliseconds since the epoch. */
  get startsAt(): number {
    const { simulation, clockOffset } = this
    return simulation ? Date.parse(simulation.starts_at) + simulation.delay * 1000 - clockOffset : 0
  }

  /** The current position of the simulation in seconds. */
  get currentSecond(): number {
    return (serverNow() - this.startsAt) / 1000
  }

  /**
   * Return a new signed URL, or null if this viewer no longer has access.
   *
   * @throws HttpError if the server does not respond.
   */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    return this.id === null ? null : toSignedUrl((await this.api.simulation(this.id)).stream)
  }

  protected async fetchItem(id: number, signal: AbortSignal): Promise<Simulation> {
    const requestedAt = serverNow()
    const simulation = await this.api.simulation(id, signal)
    // The server read its clock between request and response.
    this.clockOffset = Date.parse(simulation.now) - (requestedAt + serverNow()) / 2
    return simulation
  }
}

export const simulationStore = (api: Api): SimulationStore => new SimulationStore(new CatalogApi(api))
