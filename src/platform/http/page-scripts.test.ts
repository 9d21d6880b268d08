import { describe, expect, test } from 'vitest'
import { newNonce, takeOwnScripts } from './page-scripts.ts'

const hashesIn = (html: (nonce: string) => string) => {
  const nonce = newNonce()
  return takeOwnScripts(html(nonce), nonce).hashes
}

describe("a page's own scripts", () => {
  test('are those with its nonce, whatever their type', () => {
    expect(
      hashesIn((nonce) => `<script nonce="${nonce}">a</script><script nonce="${nonce}" type="x">b</script>`),
    ).toHaveLength(2)
  })

  test('are hashed once, and not at all when they are files', () => {
    const own = (nonce: string) => `<script nonce="${nonce}">a</script>`
    expect(hashesIn((nonce) => own(nonce) + own(nonce))).toHaveLength(1)
    expect(hashesIn((nonce) => `<script nonce="${nonce}" src="/a.js"></script>`)).toEqual([])
  })

  test.each([
    '<script>alert(1)</script>',
    '<script nonce>alert(1)</script>',
    '<script nonce="x">alert(1)</script>',
    '<script nonce="[^&quot;]*">alert(1)</script>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<svg><script>alert(1)</script></svg>',
    '<script>alert(1)//',
    '<!--<script>alert(1)//',
    '</script><script>alert(1)</script>',
    '<script src="data:,alert(1)"></script><script x="',
    '<script type="text/after-paint">alert(1)</script>',
  ])('are never what content brings along: %s', (content) => {
    const alone = hashesIn((nonce) => `<script nonce="${nonce}">own</script>`)
    expect(hashesIn((nonce) => `${content}<script nonce="${nonce}">own</script>${content}`)).toEqual(alone)
  })

  test('are found in a time that grows with the page, not with its square', () => {
    const timeOf = (count: number) => {
      const html = `${'<script nonce="'.repeat(count)}${'<script nonce='.repeat(count)}`
      // Of the processor: on a busy machine a clock counts the work of others.
      const before = process.threadCpuUsage()
      takeOwnScripts(html, newNonce())
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    timeOf(50_000)
    const [once, fourTimes] = [timeOf(50_000), timeOf(200_000)]
    expect(fourTimes).toBeLessThan(once * 10 + 50)
  })
})
