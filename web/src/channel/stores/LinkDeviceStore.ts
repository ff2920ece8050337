import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import { normalizeCode } from '../deviceCode'
import { type LinkedDeviceInfo, ProfileApi } from '../profileApi'

/** The form that links a device with the code that it shows (RFC 8628). */
export class LinkDeviceStore {
  readonly form = new Form({ code: '' })
  /** The device that was linked. */
  linked: LinkedDeviceInfo | null = null

  constructor(private readonly api: ProfileApi) {
    makeObservable(this, { linked: observableRef, open: action, reset: action })
  }

  /** Reset the form and fill in a code from the URL. The code is sent only when the viewer submits the form. */
  open(code = ''): void {
    this.reset()
    this.setCode(code)
  }

  setCode(text: string): void {
    this.form.change('code', normalizeCode(text))
  }

  /** Send the code. Return the linked device, or null if the code is rejected. The form then shows the error. */
  async submit(): Promise<LinkedDeviceInfo | null> {
    const { form } = this
    if (form.isBusy || form.setErrors(collectErrors({ code: requiredError(form.values.code) }))) return null
    const sent = await form.submit(({ code }) => this.api.link(code))
    if (!sent) return null
    runInAction(() => {
      this.linked = sent.result
    })
    return sent.result
  }

  reset(): void {
    this.form.clear()
    this.linked = null
  }
}

export const linkDeviceStore = (api: Api) => new LinkDeviceStore(new ProfileApi(api))
