// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { Change } from './Change'

afterEach(cleanup)

const renderedChange = (value: number, previous: number | null) =>
  renderPage(<Change value={value} previous={previous} />).container.textContent

it.each<[string, number, number | null, string]>([
  ['an increase', 150, 100, '▲ 50% higher'],
  ['a decrease', 50, 100, '▼ 50% lower'],
  ['a drop below zero', -50, 100, '▼ 150% lower'],
  ['no change', 100, 100, 'no change'],
  ['a first value', 5, 0, 'new'],
  ['zero both times', 0, 0, 'no change'],
  ['no percentage for a drop from zero', -5, 0, ''],
  ['no percentage for a rise from below zero', 50, -100, ''],
  ['no percentage for a drop from below zero', -150, -100, ''],
  ['nothing without a comparison', 5, null, ''],
])('shows how a figure has changed: %s', (_, value, previous, text) => {
  expect(renderedChange(value, previous)).toBe(text)
})
