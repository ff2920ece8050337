/** The error code for a login or registration with the API key of a logged-in viewer (§8). */
export const ALREADY_LOGGED_IN = 'errors.already_logged_in'
