/** The conventions numbers and dates follow in a language: North American, as the channels are. */
export const localeOf = (language: string): string => ({ en: 'en-US', fr: 'fr-CA' })[language] ?? language
