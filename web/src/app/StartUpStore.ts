import { action, makeObservable, observable, runInAction } from 'mobx'
import { serverNow } from '@/shared/clock'
import { RELOAD_LOCK_MS } from '@/shared/constants'

interface StartUpDeps {
  start(): Promise<void>
  session: {
    events: { on(name: 'apiKeyError', listener: (event: { final: boolean }) => void): () => void }
  }
}

/** Where the page stands between the first line of script and the first screen (§2, §4). */
export class StartUpStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  /** Until when the apology's reload button is locked, in milliseconds since the epoch. */
  lockedUntil = 0

  constructor(
    private readonly root: StartUpDeps,
    private readonly now: () => number = serverNow,
  ) {
    makeObservable(this, { state: observable, lockedUntil: observable, fail: action })
    root.session.events.on('apiKeyError', ({ final }) => {
      if (final) this.fail()
    })
  }

  /** Starts; the page stands once the first `screen` is there as well, so that it comes in one piece. */
  async run(screen?: Promise<void>): Promise<void> {
    try {
      await Promise.all([this.root.start(), screen])
      runInAction(() => {
        if (this.state === 'loading') this.state = 'ready'
      })
    } catch {
      this.fail()
    }
  }

  /** Apologises, and keeps a crowd of viewers from reloading at once. */
  fail(): void {
    if (this.state === 'failed') return
    this.state = 'failed'
    this.lockedUntil = this.now() + RELOAD_LOCK_MS
  }
}
