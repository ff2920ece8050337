import { configure } from 'mobx'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { hearFaults } from './faults'
import { readPageFacts } from './page'
import { RootStore } from './RootStore'
import { preload } from './routes'
import { StartUpStore } from './StartUpStore'
import { soon } from './soon'
import { takeOver } from './takeOver'

/** In a task of its own: the scripts have just been one. */
function begin(): void {
  configure({ enforceActions: 'always' })
  history.scrollRestoration = 'manual'

  const facts = readPageFacts(document)
  const root = new RootStore(facts, location.search)
  hearFaults(root.telling)
  const startUp = new StartUpStore(root)
  const started = startUp.run(preload(location.pathname))

  const element = document.getElementById('root')
  if (element) {
    // What a boundary catches is told as well: the viewer sees that something is missing.
    const told = (error: unknown) => {
      console.error(error)
      root.telling.tell('fault', { kind: 'render', thrown: error })
    }
    const drawn = createRoot(element, { onCaughtError: told, onUncaughtError: told })
    const draw = () =>
      drawn.render(
        <StrictMode>
          <App root={root} startUp={startUp} facts={facts} />
        </StrictMode>,
      )
    // Behind the server's first picture the app is drawn in small steps, and once it has what it starts from.
    const first = document.getElementById('first')
    if (first) {
      takeOver(first, element)
      void started.then(() => startTransition(draw))
    } else draw()
  }
}

soon(begin)
