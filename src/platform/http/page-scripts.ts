import { hash, randomBytes } from 'node:crypto'

/** A nonce for one rendering, which authors of content cannot guess. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

/**
 * Finds the scripts that a rendering emitted itself: those whose first attribute is its nonce. Anything else
 * that looks like a script came from content, which cannot know the nonce, and gets no hash.
 * The nonce is removed again, so that a page can be cached and sent to many; the hashes go into its policy.
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>()
  const tag = `<script nonce="${nonce}"`
  for (let at = html.indexOf(tag); at >= 0; at = html.indexOf(tag, at + 1)) {
    const begin = html.indexOf('>', at) + 1
    const end = html.indexOf('</script>', begin)
    if (begin === 0 || end < 0) break
    const script = html.slice(begin, end)
    if (script) hashes.add(`sha256-${hash('sha256', script, 'base64')}`)
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] }
}
