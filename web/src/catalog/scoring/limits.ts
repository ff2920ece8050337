/** The longest time of a clock (`catalog/domain/scoring/timeline.py`). */
export const MAX_CLOCK_SECONDS = 4 * 3600
