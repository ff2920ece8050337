// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ChannelLogo, initialOf } from './ChannelLogo'

afterEach(cleanup)

it('a channel shows its logo, or its initial without one', () => {
  const { container } = render(<ChannelLogo logo="/files/p/mark.svg" name="Prairie" size={34} />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/files/p/mark.svg')
  cleanup()
  render(<ChannelLogo logo={null} name="valley" size={34} />)
  expect(screen.getByText('V').getAttribute('aria-hidden')).toBe('true')
})

it('the initial is the first letter or digit of the name', () => {
  expect(['écran', '  “24” TV', '東京', '…'].map(initialOf)).toEqual(['É', '2', '東', '•'])
})
