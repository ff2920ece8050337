// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import type { DayRange } from './calendarDays'
import { DateRange } from './DateRange'

const EMPTY_RANGE: DayRange = { from: null, to: null }

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T18:00:00Z') }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function calendar(value: DayRange) {
  const onChange = vi.fn()
  renderPage(<DateRange label="Dates" value={value} onChange={onChange} />)
  return onChange
}

const day = (name: string) => screen.getByRole('button', { name })

describe('the calendar', () => {
  it('opens at today, or at the first chosen day', () => {
    calendar(EMPTY_RANGE)
    expect(day('Saturday, November 21').getAttribute('aria-current')).toBe('date')
    cleanup()
    calendar({ from: '2026-10-03', to: '2026-10-09' })
    screen.getByText('October 2026')
  })

  it('selects the first day with one press and the last with another', () => {
    const onChange = calendar({ from: '2026-11-21', to: '2026-11-21' })
    fireEvent.click(day('Friday, November 27'))
    expect(onChange).toHaveBeenCalledWith({ from: '2026-11-21', to: '2026-11-27' })
  })

  it('announces the selected days', () => {
    calendar({ from: '2026-11-21', to: '2026-11-23' })
    const pressed = screen.getAllByRole('button', { pressed: true }).map(button => button.textContent)
    expect(pressed).toEqual(['21', '22', '23'])
  })

  it('moves the focus with the arrow keys, into other months as well', async () => {
    calendar({ from: '2026-11-30', to: '2026-11-30' })
    fireEvent.keyDown(day('Monday, November 30'), { key: 'ArrowRight' })
    await act(() => vi.advanceTimersByTimeAsync(20))
    screen.getByText('December 2026')
    expect(document.activeElement?.textContent).toBe('1')
  })

  it('starts on August 1, 2022', () => {
    calendar({ from: '2022-08-02', to: '2022-08-02' })
    expect(screen.getByRole('button', { name: 'July 2022' })).toHaveProperty('disabled', true)
    fireEvent.keyDown(day('Tuesday, August 2'), { key: 'PageUp' })
    screen.getByText('August 2022')
  })
})
