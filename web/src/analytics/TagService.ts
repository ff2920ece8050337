/** The window with the data layer that tag services read. */
interface DataLayerWindow {
  dataLayer?: unknown[]
}

/**
 * In debug mode, a copy of every tracked event for tag services, without the user ID.
 *
 * Each event is an entry `touchline.NAME` of the page's data layer. Tag Assistant and Google Tag Manager read it.
 */
export class TagService {
  constructor(private readonly window: DataLayerWindow = globalThis as DataLayerWindow) {}

  send(name: string, fields: Readonly<Record<string, unknown>>): void {
    const { user_id: _, ...publicFields } = fields
    this.window.dataLayer ??= []
    this.window.dataLayer.push({ ...publicFields, event: `touchline.${name}`, name })
  }
}
