import type { FaultSource } from '@/shared/telemetry'
import type { FailureReason } from './stream/retryPolicy'
import type { PlayerTexts } from './texts'

/** Return the notice for a stalled or interrupted stream, or null. */
export function noticeFor(texts: PlayerTexts, isInterrupted: boolean, faultSource: FaultSource | null) {
  if (isInterrupted || faultSource === 'source') return texts.interrupted
  return faultSource === 'viewer' || faultSource === 'delivery' ? texts.slow[faultSource] : null
}

/** Return the message for a failure. An unreachable stream names the source of the problem, if known. */
export function messageFor(texts: PlayerTexts, reason: FailureReason, faultSource: FaultSource | null) {
  const text =
    reason === 'unreachable' && faultSource && faultSource !== 'unknown'
      ? texts.unreachable[faultSource]
      : null
  return text ? { ...texts.failures[reason], text } : texts.failures[reason]
}
