import { createHash, randomBytes } from 'node:crypto'

/** A secret for one rendering, unguessable to whoever wrote the content that is rendered. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

/**
 * The scripts that a rendering emitted itself: those whose first attribute is its nonce. Whatever else
 * looks like a script came in with content, which cannot know the nonce, and gets no hash.
 *
 * The nonce is taken out again, so that a page can be kept and sent to many; the hashes go into its policy.
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes = new Set<string>()
  // The nonce stands at the beginning of the pattern: content full of `<script` costs nothing.
  for (const [, script] of html.matchAll(new RegExp(`<script nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, 'g'))) {
    if (script) hashes.add(`sha256-${createHash('sha256').update(script).digest('base64')}`)
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] }
}
