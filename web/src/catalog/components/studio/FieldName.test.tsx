// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import FieldName from './FieldName'

afterEach(cleanup)

it.each([
  ['forms', 'fields', 'Fields'],
  ['forms', 'title.fr', 'Title (French)'],
  ['popups', 'action.url', 'Address of the button'],
  ['menu', 'order', 'Order'],
  ['forms', 'titles', 'titles'],
  ['events', 'label', 'label'],
])('names the field of %s at %s', (section, path, name) => {
  renderPage(
    <CatalogProvider store={createCatalogStore(new FakeServer(), { languages: ['en', 'fr'] })}>
      <FieldName section={section} path={path} />
    </CatalogProvider>,
  )
  expect(document.body.textContent).toBe(name)
})
