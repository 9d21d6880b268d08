/**
 * React Router's own addresses of a page's data. The site loads its data through the API, and what nobody
 * needs is not answered: it would be content of authors under an address of the site.
 */
export const isDataAddress = (path: string): boolean => path.endsWith('.data')

/** The path in its one spelling: `//Blog/`, `/%62log` and `/BLOG` are all `/blog`. Null when it cannot be decoded. */
export function canonicalPath(path: string): string | null {
  try {
    const parts = path.split('/').map((part) => encodeURIComponent(decodeURIComponent(part).toLowerCase()))
    return `/${parts.filter(Boolean).join('/')}`
  } catch {
    return null
  }
}
