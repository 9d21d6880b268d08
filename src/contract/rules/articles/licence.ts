/** The usual short name of a Creative Commons licence, from its URL; other URLs are returned unchanged. */
export function licenceName(url: string): string {
  const found = /creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)/.exec(url)
  if (!found) return url
  const [, family, code = '', version = ''] = found
  return family === 'publicdomain' ? `CC0 ${version}` : `CC ${code.toUpperCase()} ${version}`
}
