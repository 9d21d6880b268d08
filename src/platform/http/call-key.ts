import type { Endpoint, ParsedInputOf } from '../../contract/api/endpoint.ts'
import { pathNames } from '../../contract/rules/site/paths.ts'

/**
 * The cache key of a public call: its path and its parsed input by name, including defaults. Different
 * spellings of a request share one cached answer.
 */
export function callKey({ path, input: { shape } }: Endpoint, input: ParsedInputOf<Endpoint>): string {
  const inPath = pathNames(path)
  const address = inPath.reduce(
    (at, name) => at.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
    `${path}`,
  )
  const query = new URLSearchParams()
  for (const name of Object.keys(shape).sort()) {
    if (!inPath.includes(name) && input[name] !== undefined) query.set(name, JSON.stringify(input[name]))
  }
  return `api ${address}${query.size ? `?${query}` : ''}`
}
