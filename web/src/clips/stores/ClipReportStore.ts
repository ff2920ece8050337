import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { ClipsApi } from '../api'
import type { ReportReason } from '../model'

export const MAX_TEXT_LENGTH = 500

/** A report about a clip, before it is sent. */
export class ClipReportStore {
  readonly form = new Form<{ reason: ReportReason | ''; text: string }>({ reason: '', text: '' })

  constructor(
    private readonly api: Api,
    private readonly clipId: number,
  ) {}

  /** Send the report. Resolve to false on an error, which the form shows. */
  async send(): Promise<boolean> {
    const { reason } = this.form.values
    if (reason === '') {
      this.form.setErrors({ reason: [{ code: 'errors.reason_required' }] })
      return false
    }
    const result = await this.form.submit(async ({ text }) => {
      await new ClipsApi(this.api).report(this.clipId, { reason, text })
      return true
    })
    return result !== null
  }
}
