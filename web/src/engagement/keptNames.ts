/** How many rails of theirs the home page had when a viewer was here last: a name in this browser's memory. */
export const HELD = 'home_rails'
