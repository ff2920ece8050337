/** Seconds to wait for the ad to start, including its VAST request. Then the stream starts without the ad. */
export const AD_TIMEOUT_S = 5
