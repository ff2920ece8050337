import { writeFileSync } from 'node:fs'

/** Hands what was measured to who asked for it, or shows it. */
export function tell(found: unknown): void {
  const file = process.env.BUDGET_FOUND
  if (file === undefined) console.log(JSON.stringify(found, null, 2))
  else writeFileSync(file, JSON.stringify(found))
}

/** The one in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
