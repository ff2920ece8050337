import { FROM, TO } from '../fakes'
import type { AdFigures, SponsorReport, StudioSponsor } from '../sponsorsApi'

export const PERIOD = { from: FROM, to: TO }

export const figures = (changes: Partial<AdFigures> = {}): AdFigures => ({
  ...{ impressions: 40, first_quartile: 36, midpoint: 34, third_quartile: 32, complete: 30, clicks: 2 },
  ...{ completion_rate: 0.75, click_rate: 0.05 },
  ...changes,
})

export const aSponsor = (changes: Partial<StudioSponsor> = {}): StudioSponsor => ({
  ...{ key: 'feed', name: 'Feed & Seed', logo: null, url: null, is_archived: false },
  ...{ email: 'ads@example.org', daily_cap: null, prerolls: 1 },
  ...changes,
})

export const aReport = (
  changes: Partial<SponsorReport<StudioSponsor>> = {},
): SponsorReport<StudioSponsor> => ({
  span: PERIOD,
  channel: { name: 'Prairie', url: 'https://prairie.example.com' },
  sponsor: aSponsor(),
  totals: figures(),
  days: [
    { day: FROM, ...figures() },
    { day: TO, ...figures({ impressions: 0 }) },
  ],
  events: [
    { event_id: 12, event: 'Harlan Falls @ Cedar Ridge', ...figures() },
    { event_id: 13, event: null, ...figures({ impressions: 3 }) },
  ],
  ...changes,
})
