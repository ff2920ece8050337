/** The business constants of the specification (§9), in one place. Times are milliseconds. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const REQUEST_TIMEOUT_MS = 30_000
export const RETRY_DELAY_MS = 1_000
/** How long the apology's reload button stays locked. */
export const RELOAD_LOCK_MS = 60_000
/** Values kept in the browser outlive a season: about 360 days. */
export const STORED_VALUES_LIFETIME_MS = 360 * DAY_MS
/** How long a store's answer may be taken from the browser instead of the server. */
export const STORE_PERSISTENCE_TIMEOUT_MS = 60_000
export const TOAST_MS = 5_000
/** How long one picture of a carousel stands before the next. */
export const RAIL_SCROLL_MS = 5_000
/** The width of a rail's cards in pixels; `--card` in tokens.css moves between the two. */
export const RAIL_CARD_WIDTH = { min: 280, max: 380 } as const
/** How often an order is read until it is known what became of it. */
export const ORDER_POLL_MS = 2_000
/** How often it is read how far the file of a clip or of a game is. */
export const CLIP_POLL_MS = 2_000
export const CHUNK_LOAD_TIMEOUT_MS = 120_000
/** How long no pre-roll follows another, for one viewer and one event, where the channel does not say. */
export const PREROLL_CACHE_MS = 3_600_000

/** How long a call of the analytics may take. */
export const ANALYTICS_TIMEOUT_MS = 30_000
/** How long a visit is one session; then a new one begins. */
export const ANALYTICS_SESSION_LIFETIME_MS = 24 * HOUR_MS
/** How long it is known from where somebody was sent here (`trk` of the address). */
export const OUTER_TRACKING_LIFETIME_MS = 3 * HOUR_MS
/** Analytics that nobody took are tried again after so long. */
export const ANALYTICS_RETRY_MS = 30_000
/** How often what happened is sent, how much of it at once, and how much waits for a line at the most. */
export const ANALYTICS_SEND_INTERVAL_MS = 5_000
export const ANALYTICS_BATCH_SIZE = 50
export const ANALYTICS_QUEUE_SIZE = 200
/** How long a token for reports is used (views' tokens are valid for 6 hours), and how long a refusal holds. */
export const ANALYTICS_TOKEN_LIFETIME_MS = 5 * HOUR_MS
export const ANALYTICS_TOKEN_REFUSAL_MS = HOUR_MS / 6
/** How often it is told that watching goes on, in time that was really watched. */
export const VIEWING_INTERVAL_MS = 10_000

export const DEFAULT_CURRENCY = 'USD'
export const DEFAULT_LANGUAGE = 'en'
/** The earliest day a viewer can choose in a date range. */
export const EARLIEST_DAY = '2022-08-01'

/** The shades of a channel's colours, as percent opacity. */
export const SHADE_STEPS = {
  'footer-background': [20, 50, 70],
  'body-background': [10, 20, 50, 70],
  'body-text': [5, 10, 20, 50, 70, 95],
  'header-text': [50],
} as const
