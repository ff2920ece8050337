// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon } from './Icon'
import { inlineIcons } from './inlineIcons'

test('after inlining an icon refers to a symbol of its own document', () => {
  inlineIcons()
  for (const name of ['lock', 'ticket', 'alert'] as const) {
    const { container } = render(<Icon name={name} />)
    const address = container.querySelector('use')?.getAttribute('href') ?? ''
    expect(address).toBe(`#icon-${name}`)
    expect(document.querySelector(address)?.tagName).toBe('symbol')
  }
})
