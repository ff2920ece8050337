import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { ClipsApi } from '../api'
import type { ReportReason } from '../model'

/** The server's own sentence for a report without a reason. */
export const CHOOSE_A_REASON = 'Choose a reason.'
export const MAX_REPORT_TEXT = 500

/** A report about a clip, before it is sent. */
export class ReportStore {
  readonly form = new Form<{ reason: ReportReason | ''; text: string }>({ reason: '', text: '' })

  constructor(
    private readonly api: Api,
    private readonly clipId: number,
  ) {}

  /** Sends the report; whether it was sent. The form says why not. */
  async send(): Promise<boolean> {
    const { reason } = this.form.values
    if (reason === '') {
      this.form.refuse({ reason: [CHOOSE_A_REASON] })
      return false
    }
    const sent = await this.form.submit(async ({ text }) => {
      await new ClipsApi(this.api).report(this.clipId, { reason, text })
      return true
    })
    return sent !== null
  }
}
