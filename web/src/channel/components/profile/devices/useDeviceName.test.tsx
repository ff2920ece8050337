// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, it } from 'vitest'
import { messages } from '@/locales/fr.po'
import { useDeviceName } from './useDeviceName'

function Name({ name }: { name: string }) {
  return <p>{useDeviceName()({ name })}</p>
}

/** Return the French display name for a name from the server. */
function inFrench(name: string) {
  const i18n = setupI18n({ locale: 'fr', messages: { fr: messages } })
  return render(
    <I18nProvider i18n={i18n}>
      <Name name={name} />
    </I18nProvider>,
  )
}

afterEach(cleanup)

it('A browser and its system are named in the page’s language, and a TV keeps its name', () => {
  inFrench('Mobile Safari on iPhone')
  screen.getByText('Mobile Safari sur iPhone')
  inFrench('Living room TV')
  screen.getByText('Living room TV')
})

it('An unidentified client is called a device', () => {
  inFrench('')
  screen.getByText('Appareil inconnu')
})
