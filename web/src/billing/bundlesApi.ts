import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'

/** Another channel of the deployment. `site` is its address, `logo` the path of its logo on this site. */
export interface BundleChannel {
  name: string
  site: string
  logo: string | null
}

/** An offer that also opens other channels. */
export interface BundledOffer {
  type: 'package' | 'subscription'
  id: number
  channels: readonly BundleChannel[]
}

/** Access to this channel that a purchase in another one includes. `until` is null without an end. */
export interface IncludedPass {
  name: string
  channel: BundleChannel
  until: string | null
}

/** What the viewer’s orders open in other channels, and what purchases there open here. */
export interface OwnBundles {
  orders: readonly { order_id: number; channels: readonly BundleChannel[] }[]
  included: readonly IncludedPass[]
}

export type BundleStatus = 'proposed' | 'active' | 'declined' | 'withdrawn' | 'ended'

/** A bundle as operators see it. `channel` is the other channel, `percent` the share of the partner. */
export interface StudioBundle {
  id: number
  channel: BundleChannel
  kind: 'package' | 'subscription'
  offer: string
  price: string
  currency: string
  percent: string
  status: BundleStatus
  proposed_at: string
  accepted_at: string | null
  ended_at: string | null
  /** The purchases that open the partner’s channel now. Null for the selling channel. */
  viewers: number | null
}

/** The bundles that the channel sells, those in which it is the partner, and its offers. */
export interface StudioBundles {
  outgoing: readonly StudioBundle[]
  incoming: readonly StudioBundle[]
  offers: readonly { kind: 'package' | 'subscription'; key: string; name: string }[]
}

/** The values of the form of a proposal. `offer` is a kind and a key, such as `package:season`. */
export interface NewBundle {
  offer: string
  channel: string
  percent: string
}

const STUDIO = '/studio/bundles'

/** The client of bundles of several channels. */
export class BundlesApi {
  constructor(private readonly api: Api) {}

  async offers(signal?: AbortSignal): Promise<readonly BundledOffer[]> {
    return (await this.api.get<ListResponse<BundledOffer>>('/bundles', {}, withoutGlobalError(signal))).data
  }

  async own(signal?: AbortSignal): Promise<OwnBundles> {
    return (await this.api.get<ItemResponse<OwnBundles>>('/bundles/own', {}, withoutGlobalError(signal))).data
  }

  async studio(signal?: AbortSignal): Promise<StudioBundles> {
    return (await this.api.get<ItemResponse<StudioBundles>>(STUDIO, {}, withoutGlobalError(signal))).data
  }

  propose({ offer, channel, percent }: NewBundle): Promise<StudioBundles> {
    const [kind, key] = [offer.slice(0, offer.indexOf(':')), offer.slice(offer.indexOf(':') + 1)]
    return this.send(STUDIO, { kind, key, channel, percent: percent.trim().replace(',', '.') })
  }

  accept(id: number): Promise<StudioBundles> {
    return this.send(`${STUDIO}/${id}/accept`, {})
  }

  end(id: number): Promise<StudioBundles> {
    return this.send(`${STUDIO}/${id}/end`, {})
  }

  private async send(path: string, body: object): Promise<StudioBundles> {
    return (await this.api.post<ItemResponse<StudioBundles>>(path, { ...body }, withoutGlobalError())).data
  }
}
