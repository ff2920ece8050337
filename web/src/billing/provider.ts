/** A card that is typed into the provider's own fields: what it is never comes near this page. */
export interface TypedCard {
  /**
   * Its name at the provider, for one payment.
   *
   * @throws CardFault in words of the page's language.
   */
  take(): Promise<string>
  /** Its name at the provider, which keeps it under the secret of a setup. */
  keep(secret: string): Promise<string>
}

/** What is wrong with a card, as the provider says it to whoever typed it. */
export class CardFault extends Error {
  override readonly name = 'CardFault'
}
