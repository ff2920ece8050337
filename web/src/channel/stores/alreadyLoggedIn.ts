/** The server's word for a viewer who logs in or registers (§8): the key is theirs, and the page did not know. */
export const ALREADY_LOGGED_IN = 'You are already logged in'
