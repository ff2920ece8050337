import { Trans, useLingui } from '@lingui/react/macro'
import { Button, LinkButton } from './Button'
import { Dialog } from './Dialog'
import { embedCode } from './embedCode'
import { Field, TextField } from './Field'
import './Share.css'

interface Props {
  title: string
  url: string
  /** The URL of the embeddable player, or null. */
  embed: string | null
  onCopy: (text: string) => void
  onClose: () => void
}

/** A dialog with the link, the share targets and the embed code of the player. */
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
        {shareTargets(title, url, t`Email`).map(target => (
          <li key={target.to}>
            <LinkButton size="s" to={target.to} target="_blank" rel="noopener noreferrer">
              {target.name}
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

/** Return the share targets. They are plain links, so other sites get no request before the viewer follows one. */
function shareTargets(title: string, url: string, emailLabel: string): { name: string; to: string }[] {
  const toQuery = (params: Record<string, string>) => new URLSearchParams(params).toString()
  return [
    { name: emailLabel, to: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}` },
    { name: 'WhatsApp', to: `https://wa.me/?${toQuery({ text: `${title} ${url}` })}` },
    { name: 'Facebook', to: `https://www.facebook.com/sharer/sharer.php?${toQuery({ u: url })}` },
    { name: 'X', to: `https://x.com/intent/post?${toQuery({ text: title, url })}` },
  ]
}
