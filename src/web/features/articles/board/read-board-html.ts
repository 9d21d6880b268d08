import type { BoardDraft } from './board-draft.ts'

const HEADINGS = 'H1, H2, H3, H4'.split(', ')
const GENERAL = 'Editorial Board Members'
const WHOLE = /^(the )?editorial (board|members)$/i

/**
 * The people whom a free text names, for someone to check: headings are groups, and each entry of a list or paragraph is a
 * person, with the name before the first line break or comma. Since when they serve is not known.
 */
export function readBoardHtml(html: string, version: number): BoardDraft {
  const draft: BoardDraft = { groups: [], people: [], terms: [], version }
  const groupOf = (name: string): string => {
    const found = draft.groups.find((group) => group.name === name)
    if (found) return found.id
    const id = crypto.randomUUID()
    draft.groups.push({ id, name })
    return id
  }
  let group = GENERAL
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const block of page.body.querySelectorAll('h1, h2, h3, h4, li, p, td')) {
    // Only the innermost: a paragraph in a list is read once.
    if (block.querySelector('li, p, td')) continue
    const lines = linesOf(block)
    if (!lines.length) continue
    if (HEADINGS.includes(block.tagName)) {
      const heading = lines.join(' ')
      group = WHOLE.test(heading) ? GENERAL : heading.slice(0, 200)
      continue
    }
    const { name, affiliation } = personIn(lines)
    if (!/\p{L}/u.test(name)) continue
    const personId = crypto.randomUUID()
    const rest = { country: '', orcid: '', photoUrl: null, photoSize: null, bio: '' }
    draft.people.push({ id: personId, name: name.slice(0, 200), affiliation: affiliation.slice(0, 300), ...rest })
    draft.terms.push({ id: crypto.randomUUID(), personId, groupId: groupOf(group), role: '', from: '', until: '' })
  }
  return draft
}

function linesOf(block: Element): string[] {
  for (const br of block.querySelectorAll('br')) br.replaceWith('\n')
  return (block.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** A comma within the first line parts name and affiliation, unless degrees come after it. */
function personIn([first = '', ...others]: string[]): { name: string; affiliation: string } {
  if (others.length) return { name: first, affiliation: others.join(', ') }
  const [name = '', ...rest] = first.split(/,\s*|\s[–—]\s/)
  return { name, affiliation: rest.join(', ') }
}
