// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { LinkableContext } from '../contexts/linkable'
import { Prose } from './Prose'

afterEach(cleanup)

it('A link to a missing screen is plain text, and all others stay links', () => {
  const html =
    '<p>See <a href="/faq">the FAQ</a> or <a href="/contacts">write <b>to us</b></a>, <a href="mailto:a@b.c">mail</a>.</p>'
  renderPage(
    <LinkableContext value={url => url !== '/contacts'}>
      <Prose html={html} />
    </LinkableContext>,
  )
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/faq', 'mailto:a@b.c'])
  expect(screen.getByText('to us').parentElement?.textContent).toBe('See the FAQ or write to us, mail.')
})
