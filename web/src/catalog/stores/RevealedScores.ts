import { makeObservable, observableRef, runInAction } from 'mobx'
import { SHOWN_SCORES } from '@/shared/http/hiddenScores'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { EventItem } from '../model'

type Outcome = Pick<EventItem, 'score' | 'description'>

/** The scores that a viewer who hides scores has revealed. The server answers this viewer without them. */
export class RevealedScores {
  outcomes: ReadonlyMap<number, Outcome> = new Map()

  constructor(private readonly api: Pick<Api, 'get'>) {
    makeObservable(this, { outcomes: observableRef })
  }

  /** Load the outcome of an event. After an error the score stays away until the page loads again. */
  async load(eventId: number): Promise<void> {
    const path = `/events/${eventId}`
    const response = await this.api
      .get<ItemResponse<EventItem>>(path, SHOWN_SCORES, withoutGlobalError())
      .catch(() => null)
    if (!response) return
    const { score, description } = response.data
    runInAction(() => {
      this.outcomes = new Map([...this.outcomes, [eventId, { score, description }]])
    })
  }

  /** Return an event with its outcome, if the answer had none. Use it in an observer. */
  withOutcome(event: EventItem): EventItem {
    const outcome = event.is_score_hidden ? this.outcomes.get(event.id) : undefined
    return outcome ? { ...event, ...outcome, is_score_hidden: false } : event
  }

  reset(): void {
    this.outcomes = new Map()
  }
}
