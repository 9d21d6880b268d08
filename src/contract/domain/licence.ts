/** A Creative Commons licence by its usual short name, from its address; other addresses as they are. */
export function licenceName(url: string): string {
  const found = /creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)/.exec(url)
  if (!found) return url
  const [, family, code = '', version = ''] = found
  return family === 'publicdomain' ? `CC0 ${version}` : `CC ${code.toUpperCase()} ${version}`
}
