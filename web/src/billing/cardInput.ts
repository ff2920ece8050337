/** A card in the payment provider's fields. This page never receives the card number. */
export interface CardInput {
  /**
   * Return the payment method ID of the card, for one payment.
   *
   * @throws CardError with a message in the page's language.
   */
  createPaymentMethod(): Promise<string>
  /** Save the card with the client secret of a setup intent. Return its payment method ID. */
  saveWithSetup(secret: string): Promise<string>
}

/** An error of a card, with the payment provider's message for the viewer. */
export class CardError extends Error {
  override readonly name = 'CardFault'
}
