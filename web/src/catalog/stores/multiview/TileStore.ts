import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { serverNow } from '@/shared/clock'
import { MEDIA } from '@/shared/mediaTypes'
import type { PlayerController, SignedUrl } from '@/shared/player'
import type { CatalogApi } from '../../api'
import { type EventItem, isOnAir, streamUrl } from '../../model'
import { isSimulatedLive } from '../../multiview/selection'
import { toSimulatedEvent } from '../../simulation'
import { TimelineApi } from '../../timelineApi'
import { type WatchState, watchStateOf } from '../../watchState'
import { EventStore } from '../EventStore'
import { SimulationStore } from '../SimulationStore'
import { TimelineStore } from '../TimelineStore'

/** What a picture of a multi-view shows: the stream, or the reason why it does not play. */
export type TileState = WatchState | 'loading' | 'failed' | 'missing' | 'private' | 'ended'

/**
 * One game of a multi-view. It loads its own event, with the same access rules as the watch page, and its own timeline,
 * which follows its own playhead.
 */
export class TileStore {
  readonly timeline: TimelineStore
  readonly events: EventStore
  private readonly simulations: SimulationStore
  /** When this viewer saw the end of the stream, as the response of that time; null before. */
  private endedWith: EventItem | null = null
  /** The last URL. The clock may end a simulation while this viewer still watches its last seconds. */
  private lastSource: SignedUrl | null = null

  constructor(
    readonly id: number,
    api: CatalogApi,
    timelines: TimelineApi = new TimelineApi(),
  ) {
    this.timeline = new TimelineStore(timelines)
    this.events = new EventStore(api)
    this.simulations = new SimulationStore(api)
    makeObservable<TileStore, 'endedWith' | 'isSimulated'>(this, {
      endedWith: observableRef,
      event: computed,
      isSimulated: computed,
      handleEnd: action,
    })
  }

  /** The event as the viewer sees it: the recording of a simulation takes place now. */
  get event(): EventItem | null {
    const { event } = this.events
    const { simulation } = this.simulations
    if (!event || !this.isSimulated || !simulation) return event
    return toSimulatedEvent(simulation, this.simulations.startsAt, serverNow())
  }

  /** Return what the picture shows. It depends on the clock. */
  stateAt(now: number): TileState {
    const { events, event, id } = this
    if (events.isPrivate(id)) return 'private'
    if (events.isMissing(id)) return 'missing'
    if (!event) return events.errorOf(id) || this.simulations.errorOf(id) ? 'failed' : 'loading'
    if (this.isSimulated && !this.simulations.simulation)
      return this.simulations.errorOf(id) ? 'failed' : 'loading'
    if (this.endedWith) return 'ended'
    const state = watchStateOf(event, now)
    if (event.stream_status !== 'finished') return state
    // The viewer is a few seconds behind the end.
    return this.lastSource && event.has_access ? 'plays' : 'ended'
  }

  /** The URL of the live stream, or null. */
  get source(): SignedUrl | null {
    const { event } = this
    const source = event?.stream_status === 'live' ? streamUrl(event, MEDIA.live) : null
    if (source) this.lastSource = source
    return source ?? this.lastSource
  }

  /** Whether the video is a recording that plays as if it were live. */
  get isSimulated(): boolean {
    const { event } = this.events
    return event !== null && (isSimulatedLive(event) || this.simulations.simulation !== null)
  }

  /** The live position of a simulation. */
  readonly clock = (): number => this.simulations.currentSecond

  async open(): Promise<void> {
    await this.events.openWithoutNext(this.id)
    if (this.isSimulated) await this.simulations.open(this.id)
  }

  /** Load the event again. A stream that was reopened after its end plays again. */
  async refresh(): Promise<void> {
    await this.events.refresh()
    if (this.isSimulated) await this.simulations.open(this.id)
    const { event } = this.events
    if (event && event !== this.endedWith && isOnAir(event)) {
      runInAction(() => {
        this.endedWith = null
      })
    }
  }

  /** Handle the end of the stream. */
  handleEnd(): void {
    this.lastSource = null
    this.endedWith = this.events.event
    void this.refresh()
  }

  /**
   * Return a new signed URL, or null if this viewer no longer has access.
   *
   * @throws HttpError if the server does not respond.
   */
  async renewSource(): Promise<SignedUrl | null> {
    return this.isSimulated ? this.simulations.refreshStreamUrl() : this.events.refreshStreamUrl(MEDIA.live)
  }

  /** Let the timeline follow the player; null stops. */
  attach(control: PlayerController | null): void {
    this.timeline.attach(control && this.isSimulated ? withoutInstant(control) : control)
  }

  languageChanged(): void {
    this.events.languageChanged()
    this.timeline.languageChanged()
  }

  reset(): void {
    this.events.reset()
    this.simulations.reset()
    this.timeline.reset()
  }
}

/**
 * Return a control of the same player without the times of its frames. Those of a simulation are the times at which it is
 * shown. The timeline has the times at which the game was played, by the position in the recording.
 */
const withoutInstant = (control: PlayerController): PlayerController =>
  Object.create(control, { instant: { value: () => null } })
