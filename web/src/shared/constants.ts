/** The business constants of the specification (§9), in one place. Times are milliseconds. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const REQUEST_TIMEOUT_MS = 30_000
export const RETRY_DELAY_MS = 1_000
/** How long the reload button of the error page stays disabled. */
export const RELOAD_LOCK_MS = 60_000
/** Values in the browser last longer than a season: about 360 days. */
export const STORED_VALUES_LIFETIME_MS = 360 * DAY_MS
/** How long a store may use a response from the browser's storage instead of the server. */
export const STORE_PERSISTENCE_TIMEOUT_MS = 60_000
export const TOAST_MS = 5_000
/** How long a carousel shows each image. */
export const RAIL_SCROLL_MS = 5_000
/** The width of a rail's cards in pixels. `--card` in tokens.css stays within this range. */
export const RAIL_CARD_WIDTH = { min: 280, max: 380 } as const
/** Interval between requests for an order until its result is known. */
export const ORDER_POLL_MS = 2_000
/** Interval between requests for the progress of a clip or recording file. */
export const CLIP_POLL_MS = 2_000
export const CHUNK_LOAD_TIMEOUT_MS = 120_000
/** Default time without another pre-roll, for one viewer and one event. */
export const PREROLL_CACHE_MS = 3_600_000
/** How long a stream waits for the choice of its pre-roll. */
export const AD_CHOICE_TIMEOUT_MS = 3_000

/** Timeout of an analytics request. */
export const ANALYTICS_TIMEOUT_MS = 30_000
/** Length of an analytics session. After it, a new session starts. */
export const ANALYTICS_SESSION_LIFETIME_MS = 24 * HOUR_MS
/** How long the referring campaign (`trk` in the URL) is stored. */
export const OUTER_TRACKING_LIFETIME_MS = 3 * HOUR_MS
/** Delay before failed analytics requests are sent again. */
export const ANALYTICS_RETRY_MS = 30_000
/** Interval between batches of analytics events, the batch size, and the longest offline queue. */
export const ANALYTICS_SEND_INTERVAL_MS = 5_000
export const ANALYTICS_BATCH_SIZE = 50
export const ANALYTICS_QUEUE_SIZE = 200
/** Maximum age of a report token (view tokens are valid for 6 hours), and how long a rejected request is not repeated. */
export const ANALYTICS_TOKEN_LIFETIME_MS = 5 * HOUR_MS
export const ANALYTICS_TOKEN_REFUSAL_MS = HOUR_MS / 6
/** Interval between `viewing` events, in time that the viewer really watched. */
export const VIEWING_INTERVAL_MS = 10_000

export const DEFAULT_CURRENCY = 'USD'
export const DEFAULT_LANGUAGE = 'en'
/** The earliest day a viewer can choose in a date range. */
export const EARLIEST_DAY = '2022-08-01'

/** The shades of a channel's colors, as percent opacity. */
export const SHADE_STEPS = {
  'footer-background': [20, 50, 70],
  'body-background': [10, 20, 50, 70],
  'body-text': [5, 10, 20, 50, 70, 95],
  'header-text': [50],
} as const
