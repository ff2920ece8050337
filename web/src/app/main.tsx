import { configure } from 'mobx'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { readPageConfig } from './pageConfig'
import { RootStore } from './RootStore'
import { replaceFirstPaint } from './replaceFirstPaint'
import { preload } from './routes'
import { StartUpStore } from './StartUpStore'
import { scheduleTask } from './scheduleTask'
import { reportUncaughtErrors } from './uncaughtErrors'

/** In a task of its own: the scripts have just been one. */
function startApp(): void {
  configure({ enforceActions: 'always' })
  history.scrollRestoration = 'manual'

  const config = readPageConfig(document)
  const root = new RootStore(config, location.search)
  reportUncaughtErrors(root.telemetry)
  const startUp = new StartUpStore(root)
  const started = startUp.run(preload(location.pathname))

  const element = document.getElementById('root')
  if (element) {
    // What a boundary catches is told as well: the viewer sees that something is missing.
    const reportError = (error: unknown) => {
      console.error(error)
      root.telemetry.emit('fault', { kind: 'render', thrown: error })
    }
    const drawn = createRoot(element, { onCaughtError: reportError, onUncaughtError: reportError })
    const draw = () =>
      drawn.render(
        <StrictMode>
          <App root={root} startUp={startUp} config={config} />
        </StrictMode>,
      )
    // Behind the server's first picture the app is drawn in small steps, and once it has what it starts from.
    const first = document.getElementById('first')
    if (first) {
      replaceFirstPaint(first, element)
      void started.then(() => startTransition(draw))
    } else draw()
  }
}

scheduleTask(startApp)
