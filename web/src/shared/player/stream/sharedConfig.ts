import type { HlsConfig } from 'hls.js'

/** Seconds that one of several streams loads ahead. A long buffer of one would take the connection of the others. */
const SHARED_BUFFER_SECONDS = 12
/** One of several streams stays this many times as far behind the newest segment as a stream alone. */
export const SHARED_DELAY_FACTOR = 2

/** The settings of a stream that shares the connection with others: it starts small, and its limit comes from outside. */
export const SHARED_CONFIG: Partial<HlsConfig> = {
  capLevelToPlayerSize: false,
  startLevel: 0,
  testBandwidth: false,
  maxBufferLength: SHARED_BUFFER_SECONDS,
  maxMaxBufferLength: SHARED_BUFFER_SECONDS,
  backBufferLength: SHARED_BUFFER_SECONDS,
}
