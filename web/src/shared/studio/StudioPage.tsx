import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { Icon } from '@/shared/ui/Icon'
import './StudioPage.css'

interface Props {
  title: string
  /** One sentence about the page. */
  lede?: ReactNode
  /** The page above this one, linked before the title. */
  parent?: { to: string; label: string }
  /** Buttons beside the title. At most one is primary. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of a room: its title, which is the document's title too, its actions and its content. */
export const StudioPage = observer(function StudioPage({ title, lede, parent, actions, children }: Props) {
  useDocumentTitle(title)
  return (
    <div className="studio-page">
      <header className="studio-page__head">
        <div className="stack stack--2">
          {parent ? (
            <Link className="studio-page__parent" to={parent.to}>
              <Icon name="left" size="s" />
              {parent.label}
            </Link>
          ) : null}
          <h1 className="display h2" tabIndex={-1}>
            {title}
          </h1>
          {lede ? <p className="muted">{lede}</p> : null}
        </div>
        {actions ? <div className="actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
})
