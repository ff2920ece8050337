/** A card that is typed into the provider's own fields: what it is never comes near this page. */
export interface CardInput {
  /**
   * Its name at the provider, for one payment.
   *
   * @throws CardFault in words of the page's language.
   */
  createPaymentMethod(): Promise<string>
  /** Its name at the provider, which keeps it under the secret of a setup. */
  saveWithSetup(secret: string): Promise<string>
}

/** What is wrong with a card, as the provider says it to whoever typed it. */
export class CardError extends Error {
  override readonly name = 'CardFault'
}
