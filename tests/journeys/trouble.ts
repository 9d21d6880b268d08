import type { BrowserContext } from '@playwright/test'

/** The ports of servers that a test has stopped itself. */
export const stoppedPorts = new Set<string>()

/** A page that is still open asks on when its server was stopped at the end of a test: no fault of the page. */
export const asksStoppedServer = (line: string): boolean => {
  const refused = /ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE) \(https?:\/\/[^/:]+:(\d+)\//.exec(line)
  return refused !== null && stoppedPorts.has(refused[1]!)
}

/** Errors in any page of a browser context, line by line. */
export async function watchForTrouble(context: BrowserContext): Promise<string[]> {
  const seen: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (thrown) => seen.push(`thrown: ${String(thrown.error().stack ?? thrown.error())}`))
  await context.exposeFunction('reportViolation', (line: string) => seen.push(line))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const report = (globalThis as unknown as { reportViolation(line: string): void }).reportViolation
      report(`policy: ${violatedDirective} refused ${blockedURI} (${sourceFile})`)
    })
  })
  return seen
}
