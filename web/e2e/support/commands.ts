import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { environment, root } from './deployment'

interface Result {
  status: number
  output: string
  errors: string
}

/** Start the command server of this worker, which imports the product once for all commands. */
function startCommandServer() {
  const server = spawn('python', ['-m', 'touchline.entrypoints.tests.command_server'], {
    cwd: root,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const results = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  return { stdin: server.stdin, results }
}

let commandServer: ReturnType<typeof startCommandServer> | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Run a `touchline` command and return its output.
 *
 * @throws an error with the command's message if the command fails.
 */
export async function runTouchline(...args: string[]): Promise<string> {
  const result = last.then(() => run(args))
  last = result.catch(() => undefined)
  const { status, output, errors } = await result
  if (status !== 0) throw new Error(`touchline ${args.join(' ')} ended with ${status}: ${errors}${output}`)
  return output
}

async function run(args: string[]): Promise<Result> {
  commandServer ??= startCommandServer()
  commandServer.stdin.write(`${JSON.stringify({ arguments: args })}\n`)
  const { value, done } = await commandServer.results.next()
  if (done) throw new Error('the command server has ended')
  return JSON.parse(value) as Result
}
