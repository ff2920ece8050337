import '@/shared/ui/styles/tokens.css'
import '@/shared/ui/styles/base.css'
import { configure } from 'mobx'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { hearFaults } from './faults'
import { readPageFacts } from './page'
import { RootStore } from './RootStore'
import { preload } from './routes'
import { StartUpStore } from './StartUpStore'
import { applyShades } from './shades'

configure({ enforceActions: 'always' })
history.scrollRestoration = 'manual'
applyShades(document)

const facts = readPageFacts(document)
const root = new RootStore(facts, location.search)
hearFaults(root.telling)
const startUp = new StartUpStore(root)
void startUp.run(preload(location.pathname))

const element = document.getElementById('root')
if (element) {
  // What a boundary catches is told as well: the viewer sees that something is missing.
  const told = (error: unknown) => {
    console.error(error)
    root.telling.tell('fault', { kind: 'render', thrown: error })
  }
  createRoot(element, { onCaughtError: told, onUncaughtError: told }).render(
    <StrictMode>
      <App root={root} startUp={startUp} facts={facts} />
    </StrictMode>,
  )
}
