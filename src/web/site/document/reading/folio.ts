/** The line at the foot of a printed page: journal, volume and pages, and where the article is found. */
export function folioOf(meta: (name: string) => string | undefined, canonical = ''): string {
  const [journal, volume, issue, page, doi] = ['journal_title', 'volume', 'issue', 'firstpage', 'doi'].map(meta)
  const place = [volume && issue ? `${volume}(${issue})` : volume || issue, page].filter(Boolean).join(':')
  const found = doi ? `doi.org/${doi}` : canonical
  return [[journal, place].filter(Boolean).join(' '), found].filter(Boolean).join(' · ')
}
