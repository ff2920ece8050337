import { Trans, useLingui } from '@lingui/react/macro'
import { Button, LinkButton } from './Button'
import { Dialog } from './Dialog'
import { embedCode } from './embedCode'
import { Field, TextField } from './Field'
import './Share.css'

interface Props {
  title: string
  url: string
  /** The address of the player alone; null where there is none. */
  embed: string | null
  onCopy: (text: string) => void
  onClose: () => void
}

/** The address to pass on, where it can be passed on to, and the code that puts the player into a page. */
export default function ShareDialog({ title, url, embed, onCopy, onClose }: Props) {
  const { t } = useLingui()
  const code = embed ? embedCode(embed, title) : null
  return (
    <Dialog open title={t`Share`} onClose={onClose}>
      <div className="share__line">
        <TextField label={t`Link`} value={url} readOnly onFocus={event => event.target.select()} />
        <Button kind="primary" onClick={() => onCopy(url)}>
          <Trans>Copy link</Trans>
        </Button>
      </div>
      <ul className="share__targets">
        {shareTargets(title, url, t`Email`).map(way => (
          <li key={way.to}>
            <LinkButton size="s" to={way.to} target="_blank" rel="noopener noreferrer">
              {way.name}
            </LinkButton>
          </li>
        ))}
      </ul>
      {code ? (
        <div className="share__line">
          <Field label={t`Embed code`} hint={t`Paste this code into a web page to embed the player.`}>
            {ids => (
              <textarea
                {...ids}
                className="input share__code"
                rows={4}
                value={code}
                readOnly
                spellCheck={false}
                onFocus={event => event.target.select()}
              />
            )}
          </Field>
          <Button onClick={() => onCopy(code)}>
            <Trans>Copy code</Trans>
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}

/** Plain links: nobody learns of them before they are followed. */
function shareTargets(title: string, url: string, mail: string): { name: string; to: string }[] {
  const toQuery = (words: Record<string, string>) => new URLSearchParams(words).toString()
  return [
    { name: mail, to: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}` },
    { name: 'WhatsApp', to: `https://wa.me/?${toQuery({ text: `${title} ${url}` })}` },
    { name: 'Facebook', to: `https://www.facebook.com/sharer/sharer.php?${toQuery({ u: url })}` },
    { name: 'X', to: `https://x.com/intent/post?${toQuery({ text: title, url })}` },
  ]
}
