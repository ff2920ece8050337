import type { Reporter, TestCase } from '@playwright/test/reporter'

/** The type of the annotation with a row of the table. Tabs separate its cells. */
export const ROW = 'row'

const HEADINGS = ['change', 'longest freeze', 'longest gap', 'player error', 'recording, a/v ms']

/** Print the measurements as a table at the end. */
export default class TableReporter implements Reporter {
  private readonly rows: string[][] = []

  onTestEnd(test: TestCase): void {
    for (const { type, description = '' } of test.annotations)
      if (type === ROW) this.rows.push(description.split('\t'))
  }

  onEnd(): void {
    const lines = [HEADINGS, ...this.rows]
    const widths = HEADINGS.map((_, place) => Math.max(...lines.map(line => (line[place] ?? '').length)))
    for (const line of lines)
      console.log(widths.map((width, place) => (line[place] ?? '').padEnd(width)).join('  '))
  }

  printsToStdio(): boolean {
    return false
  }
}
