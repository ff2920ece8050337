import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import {
  type NewSponsorLink,
  type SponsorFile,
  type SponsorLink,
  type SponsorLinkForm,
  type SponsorList,
  type SponsorPeriod,
  type SponsorReport,
  SponsorsApi,
  type StudioSponsor,
} from '../sponsorsApi'

const NEW_LINK: SponsorLinkForm = { label: '', days: 90 }

/** The sponsors of the channel, the report of one, and its links. */
export class SponsorsStore {
  readonly list = new AsyncValue<SponsorList>()
  readonly report = new AsyncValue<SponsorReport<StudioSponsor>>()
  readonly links = new AsyncValue<readonly SponsorLink[]>()
  readonly linkForm = new Form<SponsorLinkForm>(NEW_LINK)
  /** The form of the actions without input. */
  readonly actionForm = new Form<object>({})
  /** The link that was just created. Its URL is shown once. */
  created: NewSponsorLink | null = null
  private key: string | null = null

  constructor(private readonly api: SponsorsApi) {
    makeObservable(this, { created: observableRef, hideLink: action })
  }

  loadList(period: SponsorPeriod): Promise<void> {
    return this.list.load(signal => this.api.list(period, signal))
  }

  loadReport(key: string, period: SponsorPeriod): Promise<void> {
    if (key !== this.key) {
      this.report.clear()
      this.links.clear()
      this.hideLink()
      this.key = key
    }
    return this.report.load(signal => this.api.report(key, period, signal))
  }

  loadLinks(key: string): Promise<void> {
    return this.links.load(signal => this.api.links(key, signal))
  }

  file(key: string, period: SponsorPeriod, format: SponsorFile): Promise<Blob> {
    return this.api.file(key, period, format)
  }

  /** Create a link. Return whether it worked. */
  async createLink(key: string): Promise<boolean> {
    const sent = await this.linkForm.submit(form => this.api.createLink(key, form))
    if (!sent) return false
    runInAction(() => {
      this.created = sent.result
    })
    this.linkForm.clear()
    await this.loadLinks(key)
    return true
  }

  /** Revoke a link. Return whether it worked. */
  async revokeLink(key: string, id: number): Promise<boolean> {
    const sent = await this.actionForm.submit(() => this.api.revokeLink(key, id))
    if (sent && this.created?.id === id) this.hideLink()
    await this.loadLinks(key)
    return sent !== null
  }

  hideLink(): void {
    this.created = null
  }

  languageChanged(): void {
    void this.list.reload()
    void this.report.reload()
  }

  reset(): void {
    for (const value of [this.list, this.report, this.links]) value.clear()
    this.linkForm.clear()
    this.actionForm.clear()
    this.hideLink()
    this.key = null
  }
}

export const sponsorsStore = (api: Api): SponsorsStore => new SponsorsStore(new SponsorsApi(api))
