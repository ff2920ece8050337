const PROVIDER_NAMES: Record<string, string | undefined> = { google: 'Google', facebook: 'Facebook' }

/** The provider of the channel's team, in addresses. The channel gives it its name. */
export const SINGLE_SIGN_ON = 'single-sign-on'

/** Return the name of a login provider. It is the same in every language. */
export const providerName = (provider: string, singleSignOn?: string | null): string =>
  (provider === SINGLE_SIGN_ON ? singleSignOn : PROVIDER_NAMES[provider]) ?? provider
