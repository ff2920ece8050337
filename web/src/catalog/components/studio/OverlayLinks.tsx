import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import { useCopy } from '@/shared/hooks/useCopy'
import { Loaded } from '@/shared/studio/Loaded'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { overlayLinksStore } from '../../stores/studio/OverlayLinksStore'
import './OverlayLinks.css'

/** The addresses of the overlay for the stream, and of the scoreboard for the gym. */
export const OverlayLinks = observer(function OverlayLinks({ eventId }: { eventId: number }) {
  const { t, i18n } = useLingui()
  const { shell } = useCatalog()
  const [store] = useState(() => overlayLinksStore(shell.api, eventId))
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { time_zone: timeZone } = shell.channel.settings
  return (
    <section className="panel stack" aria-labelledby="overlay-links">
      <h2 className="display h3" id="overlay-links">
        <Trans>Score in your stream</Trans>
      </h2>
      <Loaded source={store.links} errorTitle={t`The addresses could not be loaded`} onRetry={load}>
        {links => {
          const end = formatDayAndTime(Date.parse(links.expires_at), { language: i18n.locale, timeZone })
          return (
            <>
              <LinkRow
                label={t`Overlay`}
                url={links.overlay_url}
                hint={t`In OBS or vMix, add a browser source with this address, 1920 × 1080. The background is transparent. Add &position=bottom-left or &scale=1.2 to change it.`}
              />
              <LinkRow
                label={t`Scoreboard`}
                url={links.scoreboard_url}
                hint={t`Open this address in the browser of the gym’s TV. Click, or press F, for full screen.`}
              />
              <p className="hint">
                <Trans>Anyone with an address can see the score. Both work until {end}.</Trans>
              </p>
            </>
          )
        }}
      </Loaded>
    </section>
  )
})

function LinkRow({ label, url, hint }: { label: string; url: string; hint: string }) {
  const { t } = useLingui()
  const copy = useCopy(useCatalog().shell.toasts)
  return (
    <div className="stack stack--2">
      <span className="label">{label}</span>
      <div className="overlay-links__row">
        <a href={url} target="_blank" rel="noreferrer">
          <code>{url}</code>
        </a>
        <Button size="s" aria-label={t`Copy ${label}`} onClick={() => void copy(url, t`${label} copied`)}>
          <Trans>Copy</Trans>
        </Button>
      </div>
      <p className="hint">{hint}</p>
    </div>
  )
}
