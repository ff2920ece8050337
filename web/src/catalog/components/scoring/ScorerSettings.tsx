import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CheckField } from '@/shared/ui/CheckField'
import { useCatalog } from '../../context'
import './ScorerSettings.css'

type ColorScheme = 'light' | 'dark'

interface Saved {
  look: ColorScheme
  hasShortcuts: boolean
}

interface Settings extends Saved {
  change: (changes: Partial<Saved>) => void
}

const NAME = 'score_settings'
const DEFAULTS: Saved = { look: 'light', hasShortcuts: true }

/** Return the look and the keys of the scorer page. This browser keeps them. */
export function useScorerSettings(): Settings {
  const { storage } = useCatalog().shell
  const [saved, setSaved] = useState<Saved>(() => ({ ...DEFAULTS, ...storage.get<Saved>(NAME) }))
  const change = (changes: Partial<Saved>) => {
    const next = { ...saved, ...changes }
    storage.set(NAME, next)
    setSaved(next)
  }
  return { ...saved, change }
}

/** The look, and the keys with what they do. */
export function ScorerSettings({ settings }: { settings: Settings }) {
  const { t } = useLingui()
  const keys = [
    [t`Space`, t`Start or stop the clock`],
    ['←', t`Score for the team on the left`],
    ['→', t`Score for the team on the right`],
    ['−', t`Clock back by one second`],
    ['+', t`Clock ahead by one second`],
    ['U', t`Undo your last entry`],
    [t`Enter`, t`Press the focused button`],
  ] as const
  return (
    <section className="scorer-settings" aria-label={t`Settings`}>
      <CheckField
        checked={settings.look === 'dark'}
        onChange={event => settings.change({ look: event.target.checked ? 'dark' : 'light' })}
      >
        <Trans>Dark page, for games at night</Trans>
      </CheckField>
      <CheckField
        checked={settings.hasShortcuts}
        onChange={event => settings.change({ hasShortcuts: event.target.checked })}
      >
        <Trans>Keys of a keyboard</Trans>
      </CheckField>
      <dl className="scorer-settings__keys">
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
