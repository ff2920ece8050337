/** The pause before another email can be requested. The first one needs time to arrive. */
export const RESEND_DELAY_MS = 60_000
