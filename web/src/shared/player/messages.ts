import type { FaultSource } from '@/shared/telemetry'
import type { FailureReason } from './stream/retryPolicy'
import type { PlayerTexts } from './texts'

/**
 * Return the notice for a stalled or interrupted stream, or null. A stream without new segments is not interrupted if
 * they do not arrive because of the viewer's line or the delivery.
 */
export function noticeFor(texts: PlayerTexts, isInterrupted: boolean, faultSource: FaultSource | null) {
  if (faultSource === 'viewer' || faultSource === 'delivery') return texts.slow[faultSource]
  return isInterrupted || faultSource === 'source' ? texts.interrupted : null
}

/** Return the message for a failure. An unreachable stream names the source of the problem, if known. */
export function messageFor(texts: PlayerTexts, reason: FailureReason, faultSource: FaultSource | null) {
  const text =
    reason === 'unreachable' && faultSource && faultSource !== 'unknown'
      ? texts.unreachable[faultSource]
      : null
  return text ? { ...texts.failures[reason], text } : texts.failures[reason]
}
