/** The browser storage key for the number of personal rails on the viewer's last visit to the home page. */
export const HOME_RAILS_KEY = 'home_rails'
