import { configure } from 'mobx'
import { describe, expect, it, vi } from 'vitest'
import { CanceledError, HttpError } from '@/shared/http/errors'
import { Form, UNKNOWN_ERROR } from './Form'

configure({ enforceActions: 'always' })

const aForm = () => new Form({ email: '', terms: false })
const failWith = (error: unknown) => () => Promise.reject(error)

describe('a form', () => {
  it('sends its values and returns the result', async () => {
    const form = aForm()
    form.change('email', 'maya@example.com')
    const sent = form.submit(async ({ email }) => `to ${email}`)
    expect(form.state.kind).toBe('processing')
    expect(await sent).toEqual({ result: 'to maya@example.com' })
    expect(form.state.kind).toBe('success')
  })

  it('is sent once, even after several presses', async () => {
    const form = aForm()
    const call = vi.fn(async () => 1)
    const [, second] = await Promise.all([form.submit(call), form.submit(call)])
    expect(call).toHaveBeenCalledTimes(1)
    expect(second).toBeNull()
  })

  it('shows a field’s error until the field changes', async () => {
    const form = aForm()
    const errors = { email: [{ code: 'errors.invalid_email' }], terms: [{ code: 'errors.terms_required' }] }
    await form.submit(failWith(new HttpError(422, '', 'A valid email address is required', errors)))
    expect(form.state.kind).toBe('error')
    expect(form.errorOf('email')?.code).toBe('errors.invalid_email')
    expect(form.errorMessage).toBeNull()
    form.change('email', 'maya@example.com')
    expect(form.errors).toEqual({ terms: [{ code: 'errors.terms_required' }] })
  })

  it('shows the error of the whole form, and stores the reason for the page', async () => {
    const form = aForm()
    const reason = 'second_factor_required'
    await form.submit(failWith(new HttpError(400, '', 'Enter the code', {}, null, reason)))
    expect([form.errorMessage?.text, form.reason]).toEqual(['Enter the code', reason])
    await form.submit(async () => 1)
    expect([form.errorMessage, form.reason]).toEqual([null, null])
  })

  it('shows no error for throttling, because the page shows the time to wait', async () => {
    const form = aForm()
    await form.submit(failWith(new HttpError(429, '', 'Too Many Requests', {}, 30)))
    expect([form.state.kind, form.errorMessage]).toEqual(['error', null])
  })

  it('shows the server’s message for an unavailable service, but not a proxy’s', async () => {
    const form = aForm()
    await form.submit(failWith(new HttpError(503, 'errors.unavailable', 'Please try again')))
    expect(form.errorMessage?.code).toBe('errors.unavailable')
    await form.submit(failWith(new HttpError(503, '', 'Service Unavailable')))
    expect(form.errorMessage).toBe(UNKNOWN_ERROR)
  })

  it('does not show the message of an unexpected error', async () => {
    const form = aForm()
    for (const error of [new HttpError(500, '', 'Internal Server Error'), new TypeError('x is undefined')]) {
      await form.submit(failWith(error))
      expect(form.errorMessage).toBe(UNKNOWN_ERROR)
    }
  })

  it('is idle after a canceled request', async () => {
    const form = aForm()
    await form.submit(failWith(new CanceledError()))
    expect(form.state.kind).toBe('idle')
  })

  it('with validation errors is not sent', () => {
    const form = aForm()
    expect(form.setErrors({})).toBe(false)
    expect(form.state.kind).toBe('idle')
    expect(form.setErrors({ email: [{ code: 'errors.email_required' }] })).toBe(true)
    expect(form.state.kind).toBe('error')
  })

  it('with validation errors no longer shows the server’s error', async () => {
    const form = aForm()
    await form.submit(failWith(new HttpError(400, '', 'Incorrect password')))
    form.setErrors({ email: [{ code: 'errors.email_required' }] })
    expect(form.errorMessage).toBeNull()
  })

  it('that was cleared shows no error of its request, and still returns the response', async () => {
    const form = aForm()
    const sent = form.submit(async () => 1)
    form.clear()
    expect([await sent, form.state.kind]).toEqual([{ result: 1 }, 'idle'])
    const failed = form.submit(failWith(new HttpError(400, '', 'Incorrect password')))
    form.clear()
    expect([await failed, form.state.kind, form.errorMessage]).toEqual([null, 'idle', null])
  })

  it('keeps no values after a reset', () => {
    const form = aForm()
    form.change('email', 'maya@example.com')
    form.clear()
    expect(form.values).toEqual({ email: '', terms: false })
  })
})
