/** The level in dB that the meter shows as nothing. */
const FLOOR_DB = -60

/** Return the level of samples between -1 and 1 as a share of the meter, from 0 (silence) to 1 (as loud as possible). */
export function readLevel(samples: Float32Array): number {
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
  if (peak === 0) return 0
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak)) / FLOOR_DB))
}
