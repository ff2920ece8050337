import { useLingui } from '@lingui/react/macro'
import type { EventItem } from '../../model'
import type { WatchState } from '../../watchState'

/** A state of an event in which nothing plays. */
export type GateState = Exclude<WatchState, 'plays' | 'embedded'>

/** Return the reason why a game does not play, as a title. */
export function useGateTitle(event: EventItem, state: GateState): string {
  const { t } = useLingui()
  const unrecordedTitles = {
    none: t`No recording available`,
    hidden: t`Recording temporarily unavailable`,
    withdrawn: t`Recording withdrawn`,
    deleted: t`Recording deleted`,
  }
  const replayTitles = {
    available: t`Replay`,
    upcoming: t`Replay not available yet`,
    ended: t`Replay ended`,
    none: t`Live only`,
  }
  const titles = {
    geo: t`Not available in your region`,
    blackout: t`Not available in your region yet`,
    replay_later: t`Replay not available yet`,
    not_included: t`Not included in your pass`,
    locked: event.pass_type === 'register' ? t`Free with an account` : t`Get access to this game`,
    countdown: t`Starts automatically`,
    forfeited: t`Forfeit`,
    unscheduled: t`Time to be announced`,
    waiting: event.live_state === 'delayed' ? t`The stream is delayed` : t`The stream is about to start`,
    showing: t`Simulated live`,
    canceled: t`Game canceled`,
    postponed: t`Game postponed`,
    no_replay: replayTitles[event.replay?.state ?? 'none'],
    unrecorded: unrecordedTitles[event.recording_state ?? 'none'],
  }
  return titles[state]
}
