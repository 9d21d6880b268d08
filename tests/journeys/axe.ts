import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

type Rules = NonNullable<RunOptions['runOnly']>

/**
 * The accessibility violations that axe finds on the current page, one by one. It runs in the page itself,
 * without a second page for its results as its own Playwright package does, because journeys call it hundreds
 * of times.
 */
export async function axeFaults(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await inPage.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    )
  }, rules)
}
