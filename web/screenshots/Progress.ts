import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { writeContactSheet } from './contactSheet'

const WIDTH = 32

/** Show a progress bar with the current screenshot, and write the contact sheet at the end. */
export default class Progress implements Reporter {
  private total = 0
  private done = 0
  private readonly failed: string[] = []

  constructor(private readonly options: { folder: string }) {}

  onBegin(_config: FullConfig, suite: Suite): void {
    this.total = suite.allTests().length
    this.draw('starting the product')
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.done += 1
    const name = `${test.title}, ${test.parent.project()?.name}`
    if (test.outcome() === 'unexpected') this.failed.push(`${name}: ${result.error?.message?.split('\n')[0]}`)
    this.draw(name)
  }

  onEnd(): void {
    const sheet = writeContactSheet(this.options.folder)
    process.stdout.write(`\n${sheet}\n`)
    for (const line of this.failed) process.stdout.write(`not taken: ${line}\n`)
  }

  printsToStdio(): boolean {
    return true
  }

  private draw(label: string): void {
    const full = Math.round((WIDTH * this.done) / Math.max(1, this.total))
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
    const line = `${bar} ${this.done}/${this.total} ${label}`
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line.slice(0, process.stdout.columns - 1)}`)
    else if (this.done % 50 === 0) process.stdout.write(`${line}\n`)
  }
}
