import { writeFileSync } from 'node:fs'

/** Write results to the file `BUDGET_RESULT_FILE`, or print them if it is not set. */
export function writeResults(results: unknown): void {
  const file = process.env.BUDGET_RESULT_FILE
  if (file === undefined) console.log(JSON.stringify(results, null, 2))
  else writeFileSync(file, JSON.stringify(results))
}

/** Return the median. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
