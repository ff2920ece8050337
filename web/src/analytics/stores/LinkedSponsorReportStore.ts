import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { type SponsorFile, type SponsorPeriod, type SponsorReport, SponsorsApi } from '../sponsorsApi'

/** The report that a sponsor opens with a link. */
export class LinkedSponsorReportStore {
  readonly report = new AsyncValue<SponsorReport>()

  constructor(private readonly api: SponsorsApi) {}

  load(token: string, period: SponsorPeriod): Promise<void> {
    return this.report.load(signal => this.api.linkedReport(token, period, signal))
  }

  file(token: string, period: SponsorPeriod, format: SponsorFile): Promise<Blob> {
    return this.api.linkedFile(token, period, format)
  }

  languageChanged(): void {
    void this.report.reload()
  }

  reset(): void {
    this.report.clear()
  }
}

export const linkedSponsorReportStore = (api: Api) => new LinkedSponsorReportStore(new SponsorsApi(api))
