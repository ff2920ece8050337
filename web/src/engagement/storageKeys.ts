/** How many rails of theirs the home page had when a viewer was here last: a name in this browser's memory. */
export const HOME_RAILS_KEY = 'home_rails'
