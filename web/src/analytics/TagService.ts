/** The page's data layer, which tag services read. */
interface DataLayerWindow {
  dataLayer?: unknown[]
}

/**
 * In debug mode all that is counted is shown to a tag service as well: as an entry `touchline.NAME` of the
 * page's data layer, which Tag Assistant and containers of Google Tag Manager read. Who it was is not in it.
 */
export class TagService {
  constructor(private readonly window: DataLayerWindow = globalThis as DataLayerWindow) {}

  send(name: string, fields: Readonly<Record<string, unknown>>): void {
    const { user_id: _, ...shown } = fields
    this.window.dataLayer ??= []
    this.window.dataLayer.push({ ...shown, event: `touchline.${name}`, name })
  }
}
