/** The limits of the server (`catalog/domain/scoring/timeline.py`). */
export const MAX_CLOCK_SECONDS = 4 * 3600
export const MAX_SCORE = 1000
