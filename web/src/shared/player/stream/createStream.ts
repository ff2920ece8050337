import { HlsStream, isHlsSupported } from './HlsStream'
import { isNativeHlsSupported, NativeStream } from './NativeStream'
import type { LimitedStream, SimulationClock, Stream, StreamEvents } from './Stream'

/** Return whether to use native HLS. In Safari, AirPlay works only with native HLS. */
const prefersNative = (video: HTMLVideoElement) =>
  'WebKitPlaybackTargetAvailabilityEvent' in window && isNativeHlsSupported(video)

/** Return a stream for a player, or null if this browser cannot play HLS. */
export function createStream(
  video: HTMLVideoElement,
  events: StreamEvents,
  clock: SimulationClock | null,
): Stream | null {
  if (prefersNative(video)) return new NativeStream(video, events, clock)
  if (isHlsSupported()) return new HlsStream(video, events, clock)
  return isNativeHlsSupported(video) ? new NativeStream(video, events, clock) : null
}

/**
 * Return a stream for one of several players, or null if this browser cannot play HLS. Only hls.js can limit the
 * rendition, so it is preferred everywhere.
 */
export function createSharedStream(
  video: HTMLVideoElement,
  events: StreamEvents,
  clock: SimulationClock | null,
): Stream | (Stream & LimitedStream) | null {
  if (isHlsSupported()) return new HlsStream(video, events, clock, true)
  return isNativeHlsSupported(video) ? new NativeStream(video, events, clock) : null
}
