// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { RoomRoutes } from './RoomRoutes'

describe('an unknown address in a room', () => {
  it('is not found', async () => {
    renderPage(
      <Routes>
        <Route
          path="/studio/offers/*"
          element={
            <RoomRoutes>
              <Route index element={<p>offers</p>} />
              <Route path="codes" element={<p>codes</p>} />
            </RoomRoutes>
          }
        />
        <Route path="/404" element={<p>not found</p>} />
      </Routes>,
      '/studio/offers/passes',
    )
    expect(await screen.findByText('not found')).toBeTruthy()
  })
})
