const NAMES: Record<string, string | undefined> = { google: 'Google', facebook: 'Facebook' }

/** How a social provider is called; names are the same in every language. */
export const providerName = (provider: string): string => NAMES[provider] ?? provider
