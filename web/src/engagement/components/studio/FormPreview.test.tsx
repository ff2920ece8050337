// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { EngagementProvider } from '../../context'
import { aForm, createEngagementStore } from '../../fakes'
import FormPreview from './FormPreview'

afterEach(cleanup)

it('checks the answers as viewers get them checked, and sends nothing', async () => {
  const server = new FakeServer()
  renderPage(
    <EngagementProvider store={createEngagementStore(server)}>
      <FormPreview definition={aForm()} />
    </EngagementProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findAllByText(/required|fill in/i)).not.toHaveLength(0)
  for (const input of screen.getAllByRole('textbox'))
    fireEvent.change(input, {
      target: { value: input.getAttribute('type') === 'email' ? 'ada@example.org' : 'Ada' },
    })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Thank you. We received your request')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Back to the form' }))
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy()
  expect(server.requests).toEqual([])
})
