import { configure } from 'mobx'
import { expect, test } from 'vitest'
import { CanceledError } from '@/shared/http/errors'
import { AsyncValue } from './AsyncValue'

configure({ enforceActions: 'always' })

function deferred<Value>() {
  let resolveRequest: (value: Value) => void = () => undefined
  let rejectRequest: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((resolve, reject) => {
    resolveRequest = resolve
    rejectRequest = reject
  })
  return { promise, give: resolveRequest, refuse: rejectRequest }
}

test('a response is stored and the busy flag is cleared', async () => {
  const asyncValue = new AsyncValue<string>()
  const loading = asyncValue.load(async () => 'hockey')
  expect(asyncValue.isBusy).toBe(true)
  await loading
  expect(asyncValue).toMatchObject({ value: 'hockey', isBusy: false, error: null })
})

test('a late response to an old request is dropped', async () => {
  const asyncValue = new AsyncValue<string>()
  const slow = deferred<string>()
  const old = asyncValue.load(() => slow.promise)
  await asyncValue.load(async () => 'new')
  slow.give('old')
  await old
  expect(asyncValue).toMatchObject({ value: 'new', isBusy: false })
})

test('a newer request cancels the older one', async () => {
  const asyncValue = new AsyncValue<string>()
  let signalOfFirst: AbortSignal | undefined
  const old = asyncValue.load(signal => {
    signalOfFirst = signal
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new CanceledError())))
  })
  await asyncValue.load(async () => 'new')
  await old
  expect(signalOfFirst?.aborted).toBe(true)
  expect(asyncValue).toMatchObject({ value: 'new', error: null, isBusy: false })
})

test('an error is stored beside the last value, and the busy flag is cleared', async () => {
  const asyncValue = new AsyncValue<string>()
  await asyncValue.load(async () => 'first')
  const failure = new Error('no')
  await asyncValue.load(() => Promise.reject(failure))
  expect(asyncValue).toMatchObject({ value: 'first', isBusy: false, error: failure })
})

test('a reload repeats the request, and keeps the last value until the response', async () => {
  const asyncValue = new AsyncValue<string>()
  let language = 'en'
  await asyncValue.reload()
  await asyncValue.load(async () => language)
  language = 'fr'
  const loading = asyncValue.reload()
  expect(asyncValue).toMatchObject({ value: 'en', isBusy: true })
  await loading
  expect(asyncValue).toMatchObject({ value: 'fr', isBusy: false })
})

test('a caller that waits for a replaced request gets the newer response', async () => {
  const asyncValue = new AsyncValue<string>()
  const slow = deferred<string>()
  const responses = [new Promise<string>(() => undefined), slow.promise]
  const first = asyncValue.load(signal => {
    const canceled = new Promise<string>((_, reject) =>
      signal.addEventListener('abort', () => reject(new CanceledError())),
    )
    return Promise.race([responses.shift() as Promise<string>, canceled])
  })
  let isSettled = false
  void first.then(() => {
    isSettled = true
  })
  void asyncValue.reload()
  await new Promise(resolve => setTimeout(resolve))
  expect(isSettled).toBe(false)
  slow.give('hockey')
  await first
  expect(asyncValue.value).toBe('hockey')
})

test('clearing drops the value and the open request', async () => {
  const asyncValue = new AsyncValue<string>()
  const slow = deferred<string>()
  const loading = asyncValue.load(() => slow.promise)
  asyncValue.clear()
  await asyncValue.reload()
  slow.give('late')
  await loading
  expect(asyncValue).toMatchObject({ value: null, isBusy: false })
})

test('a value is changed in place, and a change during a request is discarded', async () => {
  const asyncValue = new AsyncValue<string>()
  asyncValue.update(value => `${value}!`)
  expect(asyncValue.state).toEqual({ kind: 'idle' })
  await asyncValue.load(async () => 'hockey')
  asyncValue.update(value => `${value}!`)
  expect(asyncValue.state).toEqual({ kind: 'loaded', value: 'hockey!' })
  const failure = new Error('no')
  const loading = asyncValue.load(() => Promise.reject(failure))
  expect(asyncValue.state).toEqual({ kind: 'loading', value: 'hockey!' })
  asyncValue.discardValue()
  await loading
  expect(asyncValue.state).toEqual({ kind: 'failed', value: null, error: failure })
})
