/** How long the page waits before it offers to send another letter: the first one takes a moment to come. */
export const RESEND_DELAY_MS = 60_000
