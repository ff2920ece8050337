const PROVIDER_NAMES: Record<string, string | undefined> = { google: 'Google', facebook: 'Facebook' }

/** Return the name of a social provider. It is the same in every language. */
export const providerName = (provider: string): string => PROVIDER_NAMES[provider] ?? provider
