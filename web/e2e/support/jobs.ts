import { execFileSync } from 'node:child_process'
import { environment, root } from './deployment'

const RUN = `
import sys
from touchline.entrypoints.bootstrap import bootstrap
from touchline.shared.tasks.jobs import Task
application = bootstrap()
application.wire()
application.runner.run(Task(sys.argv[1], ()))
`

/** Run a job now, such as `billing.remind`, which the workers run once a day. */
export const runJob = (name: string): void => {
  execFileSync('python', ['-c', RUN, name], { cwd: root, env: environment, encoding: 'utf8' })
}
