import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { Prose } from '@/shared/ui/Prose'
import { useChannel } from '../context'
import { Brand } from './Brand'
import { type MenuItemView, toMenu } from './menu'
import './Footer.css'

const EMPTY_PROPS = {}

/** The footer of every page: the channel's description, link columns and legal line. */
export const Footer = observer(function Footer({ isLinkable }: { isLinkable: (url: string) => boolean }) {
  const { t } = useLingui()
  const channel = useChannel()
  const { footer, legal } = channel.settings.static_blocks
  const tools = (
    <>
      <Link className="footer__status" to="/status">
        <Trans context="status page">Status</Trans>
      </Link>
      <Slot name="footerTools" slotProps={EMPTY_PROPS} />
    </>
  )
  const columns = Map.groupBy(channel.menuOf('footer'), entry => entry.column ?? '')
  return (
    <footer className="footer">
      <div className="page footer__inner">
        <div className="stack stack--2 footer__about">
          <Brand place="footer" />
          {footer?.html ? <Prose html={footer.html} /> : null}
        </div>
        <nav className="footer__columns" aria-label={t`More on this site`}>
          {[...columns].map(([heading, entries]) => (
            <FooterColumn key={heading} heading={heading} entries={toMenu(entries, isLinkable)} />
          ))}
        </nav>
        {legal ? (
          <div className="footer__base">
            {legal.title ? <span>{legal.title}</span> : null}
            {legal.html ? <Prose html={legal.html} /> : null}
            {tools}
          </div>
        ) : (
          tools
        )}
      </div>
    </footer>
  )
})

function FooterColumn({ heading, entries }: { heading: string; entries: MenuItemView[] }) {
  if (entries.length === 0) return null
  return (
    <div>
      {heading ? <h2>{heading}</h2> : null}
      <ul>
        {entries.map(entry => (
          <li key={entry.id}>
            <Link to={entry.url ?? '/'}>{entry.label}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
