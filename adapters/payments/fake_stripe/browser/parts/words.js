/** The texts of the frames, in English and French. Other languages get English. */

const TEXTS = {
  en: {
    cardNumber: { label: 'Card number', placeholder: '1234 1234 1234 1234' },
    cardExpiry: { label: 'Expiration date', placeholder: 'MM / YY' },
    cardCvc: { label: 'Security code', placeholder: 'CVC' },
    incomplete_number: 'Your card number is incomplete.',
    invalid_number: 'Your card number is invalid.',
    incomplete_expiry: 'Your card’s expiration date is incomplete.',
    invalid_expiry_month: 'Your card’s expiration month is invalid.',
    invalid_expiry_year: 'Your card’s expiration year is invalid.',
    invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
    invalid_expiry_month_past: 'Your card’s expiration date is in the past.',
    incomplete_cvc: 'Your card’s security code is incomplete.',
    away: 'We are experiencing issues connecting to our payments provider. Please check your connection and try again.',
    refused: {
      payment_intent_authentication_failure:
        'Your bank did not confirm this payment. Please choose a different payment method and try again.',
      setup_intent_authentication_failure:
        'Your bank did not confirm this card. Please choose a different payment method and try again.',
    },
  },
  fr: {
    cardNumber: { label: 'Numéro de carte', placeholder: '1234 1234 1234 1234' },
    cardExpiry: { label: 'Date d’expiration', placeholder: 'MM / AA' },
    cardCvc: { label: 'Code de sécurité', placeholder: 'CVC' },
    incomplete_number: 'Le numéro de votre carte est incomplet.',
    invalid_number: 'Le numéro de votre carte n’est pas valide.',
    incomplete_expiry: 'La date d’expiration de votre carte est incomplète.',
    invalid_expiry_month: 'Le mois d’expiration de votre carte n’est pas valide.',
    invalid_expiry_year: 'L’année d’expiration de votre carte n’est pas valide.',
    invalid_expiry_year_past: 'L’année d’expiration de votre carte est passée.',
    invalid_expiry_month_past: 'La date d’expiration de votre carte est passée.',
    incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
    away: 'La connexion au prestataire de paiement ne fonctionne pas. Vérifiez votre connexion et réessayez.',
    refused: {
      card_declined: 'Votre carte a été refusée.',
      insufficient_funds: 'Les fonds disponibles sur votre carte sont insuffisants.',
      expired_card: 'Votre carte a expiré.',
      incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
      incorrect_number: 'Le numéro de votre carte est incorrect.',
      invalid_number: 'Le numéro de votre carte n’est pas valide.',
      processing_error:
        'Une erreur s’est produite lors du traitement de votre carte. Réessayez dans un instant.',
      payment_intent_authentication_failure:
        'Votre banque n’a pas confirmé ce paiement. Choisissez un autre moyen de paiement et réessayez.',
      setup_intent_authentication_failure:
        'Votre banque n’a pas confirmé cette carte. Choisissez un autre moyen de paiement et réessayez.',
    },
  },
}

/** Return the language of a locale such as `fr-CA` or `auto`: `fr` or `en`. */
export function languageOf(locale) {
  const language = !locale || locale === 'auto' ? navigator.language : locale
  return language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

/** Return the texts for a locale. */
export const getTexts = locale => TEXTS[languageOf(locale)]

/** Return an API error with its message in the viewer's language, if the message is known. */
export function translateError(error, locale) {
  const { refused } = getTexts(locale)
  return { ...error, message: refused[error.decline_code] ?? refused[error.code] ?? error.message }
}
