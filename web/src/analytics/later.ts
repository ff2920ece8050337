/** What counts: one chunk, after the first paint. */
export const loadCounting = () => import('./counting')

const consent = (name: 'ConsentBar' | 'PrivacyLink') => async () => ({
  default: (await import('./components/ConsentBar'))[name],
})

/** The question whether a visit may be counted, and the way back to it. */
export const loadConsentBar = consent('ConsentBar')
export const loadPrivacyLink = consent('PrivacyLink')
