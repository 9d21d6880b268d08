/** What is known of the addresses of the old site. */
export interface OldSite {
  /** The path of the journal, 'jbr'. */
  journalPath: string
  /** Every path before `index.php` that the site has had, '' or '/ojs'; of `base_url` and `base_url[jbr]`. */
  basePaths: readonly string[]
  /** The other journals of the same site: their addresses are never ours. */
  otherJournals: readonly string[]
  /** From 3.5 on an address may begin with a language. */
  languages: readonly string[]
}

/** An address in the one form in which all of its spellings are the same. */
export interface NormalAddress {
  /** 'article/view/3/1'; empty for the journal's home. */
  path: string
  /** Kept for searches and harvesters only. */
  query: string
}

/** Longer addresses than any that the old journal gave. */
const LONGEST = 2000
/** Pages whose query tells what is asked for. */
const WITH_QUERY = /^(?:search|oai)(?:\/|$)/
/** Signs at the end that only said how to show a page. */
const LAST_WORDS = ['showToc', '0', '#']

/**
 * The normal form of an address of the old site, from a path with its query or a whole address; undefined if it is one
 * of another journal or no address at all.
 */
export function normalAddress(address: string, site: OldSite): NormalAddress | undefined {
  if (address.length > LONGEST) return undefined
  const [, rest = ''] = /^(?:[a-z]+:\/\/[^/?#]*)?([^#]*)/i.exec(address) ?? []
  const [pathPart = '', ...queries] = rest.split('?')
  const query = queries.join('?')
  const decoded = decodedParts(pathPart)
  if (decoded === undefined) return undefined
  const parts = withoutBase(decoded, site.basePaths)
  const asked = parts.length === 0 ? fromQuery(query, site) : withoutJournal(parts, site)
  if (asked === undefined) return undefined
  const words = withoutLast(site.languages.includes(asked[0] ?? '') ? asked.slice(1) : asked)
  const path = (words.length === 1 && words[0] === 'index' ? [] : words).join('/')
  return { path, query: WITH_QUERY.test(path) ? query : '' }
}

/** The words of a path; undefined if one is not valid. */
function decodedParts(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Without the base path and `index.php`; the longest base path that fits counts. */
function withoutBase(parts: string[], basePaths: readonly string[]): string[] {
  const bases = basePaths.map((base) => base.split('/').filter(Boolean)).sort((a, b) => b.length - a.length)
  const base = bases.find((words) => words.every((word, index) => parts[index] === word)) ?? []
  const rest = parts.slice(base.length)
  return rest[0] === 'index.php' ? rest.slice(1) : rest
}

function withoutJournal(parts: string[], { journalPath, otherJournals }: OldSite): string[] | undefined {
  const [first = '', ...rest] = parts
  if (first === journalPath) return rest
  // With `base_url[J]` or in a site of one journal the path begins with the page.
  return otherJournals.includes(first) || first === 'index' ? undefined : parts
}

/** The form without paths: `?journal=jbr&page=article&op=view&path[]=3`. */
function fromQuery(query: string, { journalPath }: OldSite): string[] | undefined {
  const asked = new URLSearchParams(query)
  const journal = asked.get('journal')
  if (journal !== null && journal !== journalPath) return undefined
  const page = asked.get('page')
  if (!page) return []
  const more = [...asked]
    .filter(([name]) => name === 'path' || /^path\[\d{0,4}\]$/.test(name))
    .map(([, value]) => value)
  return [page, ...(asked.get('op') ? [asked.get('op')!] : more.length ? ['index'] : []), ...more].filter(Boolean)
}

function withoutLast(parts: string[]): string[] {
  let end = parts.length
  // The first two words are the page and what is done with it.
  while (end > 2 && LAST_WORDS.includes(parts[end - 1]!)) end--
  return parts.slice(0, end)
}
