// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { Change } from './Change'

afterEach(cleanup)

const renderedChange = (now: number, before: number | null) =>
  renderPage(<Change now={now} before={before} />).container.textContent

it.each<[string, number, number | null, string]>([
  ['more than before', 150, 100, '▲ 50% higher'],
  ['less than before', 50, 100, '▼ 50% lower'],
  ['less than nothing, where there was something', -50, 100, '▼ 150% lower'],
  ['as much as before', 100, 100, 'no change'],
  ['something, where there was nothing', 5, 0, 'new'],
  ['nothing, where there was nothing', 0, 0, 'no change'],
  ['less than nothing, where there was nothing', -5, 0, ''],
  ['anything, where there was less than nothing', 50, -100, ''],
  ['more of less than nothing', -150, -100, ''],
  ['what is held against nothing', 5, null, ''],
])('%s is said so, and of less than nothing no part is told', (_, now, before, text) => {
  expect(renderedChange(now, before)).toBe(text)
})
