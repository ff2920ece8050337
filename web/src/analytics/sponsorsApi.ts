import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** Numbers of pre-rolls that played, and to which part. Rates are shares of the impressions, from 0 to 1. */
export interface AdFigures {
  impressions: number
  first_quartile: number
  midpoint: number
  third_quartile: number
  complete: number
  clicks: number
  completion_rate: number
  click_rate: number
}

/** The days of a report, in the channel's zone, both included. */
export interface SponsorPeriod {
  from: string
  to: string
}

export interface Sponsor {
  key: string
  name: string
  logo: string | null
  url: string | null
  is_archived: boolean
}

/** A sponsor as operators see it. */
export interface StudioSponsor extends Sponsor {
  email: string | null
  daily_cap: number | null
  prerolls: number
}

export interface SponsorList {
  span: SponsorPeriod
  sponsors: readonly (StudioSponsor & { figures: AdFigures })[]
  totals: AdFigures
}

/** The report of a sponsor. A game without a name is not shown to everybody. */
export interface SponsorReport<Item extends Sponsor = Sponsor> {
  span: SponsorPeriod
  channel: { name: string; url: string }
  sponsor: Item
  totals: AdFigures
  days: readonly (AdFigures & { day: string })[]
  events: readonly (AdFigures & { event_id: number; event: string | null })[]
}

/** A link that opens a report without an account. */
export interface SponsorLink {
  id: number
  label: string
  created_at: string
  expires_at: string
}

/** A new link. The server shows its URL once. */
export interface NewSponsorLink extends SponsorLink {
  url: string
}

export interface SponsorLinkForm {
  label: string
  days: number
}

export type SponsorFile = 'csv' | 'pdf'

/** The client of the reports of sponsors. */
export class SponsorsApi {
  constructor(private readonly api: Api) {}

  async list(period: SponsorPeriod, signal?: AbortSignal): Promise<SponsorList> {
    const response = await this.api.get<ItemResponse<SponsorList>>(
      '/studio/sponsors',
      { ...period },
      withoutGlobalError(signal),
    )
    return response.data
  }

  async report(
    key: string,
    period: SponsorPeriod,
    signal?: AbortSignal,
  ): Promise<SponsorReport<StudioSponsor>> {
    const response = await this.api.get<ItemResponse<SponsorReport<StudioSponsor>>>(
      `/studio/sponsors/${key}`,
      { ...period },
      withoutGlobalError(signal),
    )
    return response.data
  }

  /** Return a report as a file. */
  file(key: string, period: SponsorPeriod, format: SponsorFile): Promise<Blob> {
    return this.api.get<Blob>(`/studio/sponsors/${key}`, { ...period, format }, withoutGlobalError())
  }

  async links(key: string, signal?: AbortSignal): Promise<readonly SponsorLink[]> {
    const path = `/studio/sponsors/${key}/links`
    return (await this.api.get<ItemResponse<readonly SponsorLink[]>>(path, {}, withoutGlobalError(signal)))
      .data
  }

  async createLink(key: string, form: SponsorLinkForm): Promise<NewSponsorLink> {
    const path = `/studio/sponsors/${key}/links`
    return (await this.api.post<ItemResponse<NewSponsorLink>>(path, { ...form }, withoutGlobalError())).data
  }

  async revokeLink(key: string, id: number): Promise<void> {
    await this.api.delete(`/studio/sponsors/${key}/links/${id}`, {}, withoutGlobalError())
  }

  /** Return the report of a link. */
  async linkedReport(token: string, period: SponsorPeriod, signal?: AbortSignal): Promise<SponsorReport> {
    const response = await this.api.post<ItemResponse<SponsorReport>>(
      '/sponsor-reports/show',
      { token, ...period },
      withoutGlobalError(signal),
    )
    return response.data
  }

  /** Return the report of a link as a file. */
  linkedFile(token: string, period: SponsorPeriod, format: SponsorFile): Promise<Blob> {
    return this.api.post<Blob>('/sponsor-reports/show', { token, ...period, format }, withoutGlobalError())
  }
}
