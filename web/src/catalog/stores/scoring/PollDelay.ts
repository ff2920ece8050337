/** Waits between two requests. Something to send, or a new connection, ends the wait. */
export class PollDelay {
  private end: (() => void) | null = null
  private isWoken = false

  /** Wait this many milliseconds, or until `wake`. A `wake` since the last wait ends it at once. */
  wait(milliseconds: number): Promise<void> {
    if (this.isWoken) {
      this.isWoken = false
      return Promise.resolve()
    }
    return new Promise(resolve => {
      const timer = setTimeout(() => this.finish(), milliseconds)
      this.end = () => {
        clearTimeout(timer)
        this.end = null
        resolve()
      }
    })
  }

  wake(): void {
    if (this.end) this.finish()
    else this.isWoken = true
  }

  private finish(): void {
    this.end?.()
  }
}
