// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aCatalog, aFilm } from '../fakes'
import type { LibraryItem } from '../model'
import { FilmGate } from './FilmGate'

const open = (changes: Partial<LibraryItem>) =>
  show(
    <CatalogProvider store={aCatalog(new FakeServer())}>
      <FilmGate item={aFilm(1, changes)} />
    </CatalogProvider>,
  )

afterEach(cleanup)

it('a film that is shut out of the viewer’s region says so in the words of the specification', () => {
  open({ has_access: false, access_reason: 'geo_blocked', pass_type: 'paid' })
  screen.getByText("We're sorry, but this content is not available in your region.")
  expect(screen.getByRole('link').getAttribute('href')).toBe('/vod_library')
})

it('a film that costs money says what opens it', () => {
  open({ has_access: false, access_reason: 'login_required', pass_type: 'paid' })
  screen.getByRole('heading', { name: 'How to watch this film' })
})
