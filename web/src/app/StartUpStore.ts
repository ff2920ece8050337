import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { serverNow } from '@/shared/clock'
import { RELOAD_LOCK_MS } from '@/shared/constants'

interface StartUpDeps {
  start(): Promise<void>
  session: {
    events: { on(name: 'apiKeyError', listener: (event: { final: boolean }) => void): () => void }
  }
}

/** From the loader to the first screen, or to the apology with its reload button. */
type StartUpState =
  | { readonly kind: 'loading' | 'ready' }
  /** `lockedUntil` is when the reload button works, in milliseconds since the epoch. */
  | { readonly kind: 'failed'; readonly lockedUntil: number }

/** Where the page stands between the first line of script and the first screen (§2, §4). */
export class StartUpStore {
  state: StartUpState = { kind: 'loading' }

  constructor(
    private readonly root: StartUpDeps,
    private readonly now: () => number = serverNow,
  ) {
    makeObservable(this, { state: observableRef, fail: action })
    root.session.events.on('apiKeyError', ({ final }) => {
      if (final) this.fail()
    })
  }

  /** Starts; the page stands once the first `screen` is there as well, so that it comes in one piece. */
  async run(screen?: Promise<void>): Promise<void> {
    try {
      await Promise.all([this.root.start(), screen])
      runInAction(() => {
        if (this.state.kind === 'loading') this.state = { kind: 'ready' }
      })
    } catch {
      this.fail()
    }
  }

  /** Apologises, and keeps a crowd of viewers from reloading at once. */
  fail(): void {
    if (this.state.kind === 'failed') return
    this.state = { kind: 'failed', lockedUntil: this.now() + RELOAD_LOCK_MS }
  }
}
