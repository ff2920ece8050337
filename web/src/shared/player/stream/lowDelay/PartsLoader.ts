import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderResponse,
  LoaderStats,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js'
import type { LowDelayMode } from './LowDelayMode'
import {
  completePlaylist,
  containsPosition,
  type PartPosition,
  partsUrl,
  partTarget,
  plainUrl,
  prepareForHls,
} from './partPlaylists'

type Callbacks = LoaderCallbacks<PlaylistLoaderContext>
type LoaderConstructor = HlsConfig['loader']

/** The share of a part after which the next one is first asked for. */
const FIRST_LOOK = 0.75
const POLL_MS = 120
/** The interval for a viewer who watches an earlier moment. */
const SLOW_POLL_MS = 1_000
const MISSING: ReadonlySet<number> = new Set([404, 410])
/** The longest wait for a part. It is three target durations, as RFC 8216bis says. */
const MAX_WAIT_MS = 12_000

/**
 * Loads the playlists of hls.js. In a stream with parts, it loads the playlists with parts, and a reload waits for
 * the next part. That is what a server with blocking reload does. Here the player waits, so the server holds no
 * requests, and the playlists are files that nginx, an object store and a CDN can send.
 */
class PartsLoader implements Loader<PlaylistLoaderContext> {
  context: PlaylistLoaderContext | null = null
  private inner: Loader<PlaylistLoaderContext>
  private timer: ReturnType<typeof setTimeout> | undefined
  private startedAt = 0
  private isOver = false

  constructor(
    private readonly mode: LowDelayMode,
    private readonly createInner: () => Loader<PlaylistLoaderContext>,
  ) {
    this.inner = createInner()
  }

  get stats(): LoaderStats {
    return this.inner.stats
  }

  getCacheAge = (): number | null => this.inner.getCacheAge?.() ?? null
  getResponseHeader = (name: string): string | null => this.inner.getResponseHeader?.(name) ?? null

  load(context: PlaylistLoaderContext, config: LoaderConfiguration, callbacks: Callbacks): void {
    this.context = context
    this.startedAt = performance.now()
    if (context.type !== 'level' || !this.mode.isOn) {
      this.inner.load(context, config, callbacks)
      return
    }
    const { msn, part, skip } = context.deliveryDirectives ?? {}
    const wanted =
      msn === undefined ? null : { segment: msn, part: this.mode.isNearEdge() ? part : undefined }
    const wait = wanted ? this.mode.untilNextPart(FIRST_LOOK) : 0
    this.timer = setTimeout(() => this.loadParts(wanted, Boolean(skip), config, callbacks), wait)
  }

  abort(): void {
    this.stop()
    this.inner.abort()
  }

  destroy(): void {
    this.stop()
    this.inner.destroy()
  }

  private stop(): void {
    this.isOver = true
    clearTimeout(this.timer)
  }

  /** Load the playlist with parts until it has the wanted position. */
  private loadParts(
    wanted: PartPosition | null,
    canSkip: boolean,
    config: LoaderConfiguration,
    callbacks: Callbacks,
  ): void {
    const { context } = this
    if (!context || this.isOver) return
    const onSuccess: Callbacks['onSuccess'] = (response, stats, _, details) => {
      const text = String(response.data)
      const isOverdue = performance.now() - this.startedAt > MAX_WAIT_MS
      if (wanted && !containsPosition(text, wanted) && !isOverdue) {
        const interval = this.mode.isNearEdge() ? POLL_MS : SLOW_POLL_MS
        this.timer = setTimeout(() => this.loadParts(wanted, canSkip, config, callbacks), interval)
        return
      }
      if (!isOverdue) this.mode.partAppeared(partTarget(text))
      if (canSkip) callbacks.onSuccess({ ...response, data: prepareForHls(text) }, stats, context, details)
      else this.loadPlain(text, config, callbacks)
    }
    // A stream that has no parts any more goes on as in other players. So does one request after a network error.
    const onError: Callbacks['onError'] = ({ code }) => {
      if (MISSING.has(code)) this.mode.turnOff()
      this.loadPlain('', config, callbacks)
    }
    this.request(partsUrl(context.url), config, {
      ...callbacks,
      onSuccess,
      onError,
      onTimeout: (...failure) => {
        this.mode.turnOff()
        callbacks.onTimeout(...failure)
      },
    })
  }

  /** Load the playlist without parts, and put the parts at its end. */
  private loadPlain(parts: string, config: LoaderConfiguration, callbacks: Callbacks): void {
    const { context } = this
    if (!context || this.isOver) return
    this.request(plainUrl(context.url), config, {
      ...callbacks,
      onSuccess: (response: LoaderResponse, stats, _, details) => {
        const whole = parts && completePlaylist(parts, String(response.data))
        const data = whole ? prepareForHls(whole) : response.data
        callbacks.onSuccess({ ...response, ...(data === undefined ? {} : { data }) }, stats, context, details)
      },
    })
  }

  private request(url: string, config: LoaderConfiguration, callbacks: Callbacks): void {
    if (!this.context) return
    this.inner.destroy()
    this.inner = this.createInner()
    this.inner.load({ ...this.context, url }, config, callbacks)
  }
}

/** Return the class of a playlist loader for hls.js. `BaseLoader` makes the requests. */
export function createPartsLoader(
  mode: LowDelayMode,
  BaseLoader: LoaderConstructor,
): PlaylistLoaderConstructor {
  return class extends PartsLoader {
    constructor(config: HlsConfig) {
      super(mode, () => new BaseLoader(config) as unknown as Loader<PlaylistLoaderContext>)
    }
  }
}
