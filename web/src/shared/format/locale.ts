/**
 * Return the locale for numbers and dates in a language. English and French use North American formats, as the
 * channels do.
 */
export const localeOf = (language: string): string => ({ en: 'en-US', fr: 'fr-CA' })[language] ?? language
