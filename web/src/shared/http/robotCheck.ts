import type { Challenge } from 'altcha-lib/types'

export type { Challenge }

/** The header with the solution of a robot check. */
export const ROBOT_CHECK_HEADER = 'Robot-Check'

/**
 * Solve a challenge of `POST /robot_check` and return the value of the header. The browser's own cryptography does
 * the work, in about a second and without blocking the page.
 */
export async function solveRobotCheck(challenge: Challenge): Promise<string> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The robot check was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
