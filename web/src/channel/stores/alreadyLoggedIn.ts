/** The code for a viewer who logs in or registers although the API key is theirs already (§8). */
export const ALREADY_LOGGED_IN = 'errors.already_logged_in'
