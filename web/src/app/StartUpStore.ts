import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { serverNow } from '@/shared/clock'
import { RELOAD_LOCK_MS } from '@/shared/constants'

interface StartUpDeps {
  start(): Promise<void>
  session: {
    events: { on(name: 'apiKeyError', listener: (event: { final: boolean }) => void): () => void }
  }
}

/** The states of the start: loader, first screen, or error page with a reload button. */
type StartUpState =
  | { readonly kind: 'loading' | 'ready' }
  /** `lockedUntil`: when the reload button becomes active, in milliseconds since the epoch. */
  | { readonly kind: 'failed'; readonly lockedUntil: number }

/** The start of the page, until the first screen is ready (§2, §4). */
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

  /** Start the page. It is ready when the first `screen` has loaded too, so that everything appears at once. */
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

  /** Show the error page. The locked button keeps many viewers from reloading at the same time. */
  fail(): void {
    if (this.state.kind === 'failed') return
    this.state = { kind: 'failed', lockedUntil: this.now() + RELOAD_LOCK_MS }
  }
}
