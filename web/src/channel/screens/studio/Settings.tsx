import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { LinkButton } from '@/shared/ui/Button'
import { SettingsChecks } from '../../components/settings/SettingsChecks'
import { SettingsForm } from '../../components/settings/SettingsForm'
import { useChannel } from '../../context'
import { settingsStore } from '../../stores/SettingsStore'
import '@/shared/ui/Panel.css'
import '../../components/settings/Settings.css'

/** `/studio/settings`: the settings of the channel and the checks of its connections, for owners. */
export default observer(function Settings() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(settingsStore)
  const [editor] = useState(() => new EntryEditor(store.entries, 'channel', ''))
  const load = useCallback(() => void editor.load(), [editor])
  useEffect(() => {
    load()
    return () => store.reset()
  }, [load, store])
  return (
    <StudioPage
      title={t`Settings`}
      lede={<Trans>The channel’s name, its addresses and its rules, and whether its connections work.</Trans>}
      actions={
        <nav className="actions" aria-label={t`More settings`}>
          <LinkButton to="/studio/webhooks">
            <Trans>Webhooks</Trans>
          </LinkButton>
          <LinkButton to="/studio/tokens">
            <Trans>Access tokens</Trans>
          </LinkButton>
          <LinkButton to="/studio/activity">
            <Trans>Activity</Trans>
          </LinkButton>
        </nav>
      }
    >
      <div className="stack stack--6">
        <Loaded source={editor.entry} errorTitle={t`The settings could not be loaded`} onRetry={load}>
          {entry => (
            <SettingsForm
              key={entry.version}
              editor={editor}
              entry={entry}
              onSaved={() => channel.shell.toasts.show(t`Settings saved`, { type: 'success' })}
            />
          )}
        </Loaded>
        <SettingsChecks />
      </div>
    </StudioPage>
  )
})
