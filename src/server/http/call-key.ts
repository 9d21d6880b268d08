import { pathNames, type Endpoint, type ParsedInputOf } from '../../contract/api/endpoint.ts'

/**
 * Under what the answer to a public call is kept: its path and, by name, the values that it was read as,
 * defaults too. Whatever way a question was written, it has one answer.
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
