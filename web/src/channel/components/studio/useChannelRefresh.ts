import { useEffect } from 'react'
import { useChannel } from '../../context'

/** Paths whose changes the start-up data shows: colors, menus, categories, passes … */
const CHANGES = /^\/studio\/(entries|offers|merges|imports|feeds|revisions)\b/

/** Load the channel's data again after each change, so that the operator sees it at once on every page. */
export function useChannelRefresh(): void {
  const channel = useChannel()
  useEffect(() => {
    const { api, language } = channel.shell
    let last = Promise.resolve()
    return api.events.on('requestFinished', ({ method, path, status }) => {
      if (method === 'GET' || status !== 200 || !CHANGES.test(path)) return
      // One after the other, so that the latest data wins. After an error, the data is at most two minutes old.
      last = last.then(() => channel.load(language.current, true)).catch(() => undefined)
    })
  }, [channel])
}
