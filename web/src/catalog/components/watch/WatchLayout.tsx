import { observer } from 'mobx-react-lite'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '@/shared/ui/cx'
import { ErrorState } from '@/shared/ui/states'
import type { DetailStore } from '../../stores/DetailStore'

interface Props {
  title: string
  details: ReactNode
  actions: ReactNode
  /** Whether other contexts add actions later. Their space is reserved. */
  hasActionSlot?: boolean
  /** The player, or the component in place of it. */
  player: ReactNode
  isTheater: boolean
  style?: CSSProperties
  /** The content below the player and the heading. */
  children?: ReactNode
}

/** The layout of a watch screen: the player, the heading with its actions, and the content below. */
export function WatchLayout({
  title,
  details,
  actions,
  hasActionSlot = false,
  player,
  isTheater,
  style,
  children,
}: Props) {
  return (
    <>
      <section className={cx('watch-area', isTheater && 'watch-area--theater')} style={style}>
        <div className="watch-area__inner">{player}</div>
        <div className="watch-area__inner">
          <div className="watch-head">
            <div className="stack stack--2">
              <h1 className="display h1" tabIndex={-1}>
                {title}
              </h1>
              {details}
            </div>
            <div className={cx('actions', hasActionSlot && 'watch-head__actions')}>{actions}</div>
          </div>
        </div>
      </section>
      {children ? <div className="page watch-page">{children}</div> : null}
    </>
  )
}

interface ErrorProps {
  title: string
  id: number
  store: DetailStore<unknown>
}

/** A watch screen whose content did not load. */
export const WatchError = observer(function WatchError({ title, id, store }: ErrorProps) {
  return (
    <div className="page section">
      <ErrorState title={title} onRetry={() => void store.open(id)} busy={store.detail.isBusy} />
    </div>
  )
})
