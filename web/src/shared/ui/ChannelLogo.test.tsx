// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ChannelLogo, initialOf } from './ChannelLogo'

afterEach(cleanup)

it('a channel with a logo shows it, one without shows its letter', () => {
  const { container } = render(<ChannelLogo logo="/files/p/mark.svg" name="Prairie" size={34} />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/files/p/mark.svg')
  cleanup()
  render(<ChannelLogo logo={null} name="valley" size={34} />)
  expect(screen.getByText('V').getAttribute('aria-hidden')).toBe('true')
})

it('the letter is the first one that is a letter or a digit', () => {
  expect(['écran', '  “24” TV', '東京', '…'].map(initialOf)).toEqual(['É', '2', '東', '•'])
})
