/**
 * React Router's data URLs (`*.data`). The site loads its data through the API, so these are not answered:
 * they would serve authors' content under a URL of the site.
 */
export const isDataAddress = (path: string): boolean => path.endsWith('.data')

/** The canonical path: `//Blog/`, `/%62log` and `/BLOG` are all `/blog`. Null if it cannot be decoded. */
export function canonicalPath(path: string): string | null {
  try {
    const parts = path.split('/').map((part) => encodeURIComponent(decodeURIComponent(part).toLowerCase()))
    return `/${parts.filter(Boolean).join('/')}`
  } catch {
    return null
  }
}
