/** Seconds that a viewer waits for a moving picture, of the tag and the film together, before the stream goes on. */
export const AD_TIMEOUT_S = 5
