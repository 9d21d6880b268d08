import type { Attr, Element } from '@xmldom/xmldom'
import { WITHHELD, Withheld } from './withheld.ts'
import { elementsOf, isDeeperThan, type WrittenInstead } from '../word/xml-part.ts'

/** Who wrote a change or a comment, in every redacted file. */
export const NOBODY = { name: 'Reviewer', initials: 'R' }

/** Elements about the people who worked on the document: when, where, in how many sessions. */
const REMOVED = new Set(
  ['rsids', 'docId', 'attachedTemplate', 'mailMerge', 'docVars', 'writeProtection', 'presenceInfo', 'absPath']
    .concat(['customWorkbookViews', 'customSheetViews', 'revisionPtr', 'modifyVerifier', 'fileSharing']), // prettier-ignore
)

/** Attributes that are always those of a person or of a time. */
const REPLACED: Record<string, string> = {
  author: NOBODY.name,
  initials: NOBODY.initials,
  userName: NOBODY.name,
  userId: NOBODY.name,
  refreshedBy: NOBODY.name,
  lastModifiedBy: NOBODY.name,
  providerId: 'None',
  // Required where it occurs.
  created: '2000-01-01T00:00:00.000',
}
const DELETED = new Set(['dateUtc', 'dT', 'ed', 'refreshedDate', 'refreshedDateIso'])
/** The ids of people's accounts, and what refers to them. */
const PERSON_IDS = new Set(['personId', 'mentionpersonId', 'authorId'])
const PEOPLE = new Set(['person', 'cmAuthor', 'author'])
const DESCRIPTIONS = new Set(['descr', 'title', 'alt', 'name', 'href', 'src'])
const LOCAL_PATH = /^(?:[a-z]:[\\/]|\\\\|file:|\/(?:users|home)\/)/i
const GUID = /^\{[\da-f-]{36}\}$/i

/** Lines drawn by hand: they may be a signature. */
const DRAWN = new Set(['custGeom', 'polyline', 'curve', 'contentPart', 'ink'])
/** Other files as text. */
const PACKED = new Set(['binData'])

/** How deep nodes may lie in one another: the texts and the namespaces of each element are those of all within it. */
const DEEPEST = 500

/** Replaces people in the XML parts of one document; the same person stays the same throughout. */
export class OfficeRules {
  readonly #people = new Map<string, string>()
  /** True once a part had lines that were drawn by hand. */
  hasDrawings = false

  /**
   * Cleans a part in place, and adds to `instead` what is to be left out when it is written. `droppedIds` are references
   * to parts that are no longer there.
   */
  redact(root: Element, droppedIds: Set<string>, instead: WrittenInstead = new Map()): WrittenInstead {
    if (isDeeperThan(DEEPEST, root)) throw new Withheld(WITHHELD.limits)
    if (root.localName === 'comments') this.#redactNotes(root)
    for (const each of elementsOf(root)) {
      if (PACKED.has(each.localName!)) throw new Withheld(WITHHELD.embedded)
      // The lines of a shape in VML; those of its type are drawn by Office.
      const hasPath = each.localName === 'shape' && each.hasAttribute('path')
      if (DRAWN.has(each.localName!) || hasPath) this.hasDrawings = true
      if (each !== root && (REMOVED.has(each.localName!) || this.#refersToNothing(each, droppedIds, instead)))
        instead.set(wrapperOf(each) ?? each, '')
      else this.#redactAttributes(each, instead)
    }
    return instead
  }

  #refersToNothing(element: Element, droppedIds: Set<string>, instead: WrittenInstead): boolean {
    const references = attributesOf(element).filter(
      ({ namespaceURI, value }) => /\/relationships$/.test(namespaceURI ?? '') && droppedIds.has(value),
    )
    // A sheet's page is set up with or without its printer.
    if (element.localName === 'pageSetup') for (const each of references) instead.set(each, '')
    return references.length > 0 && element.localName !== 'pageSetup'
  }

  #redactAttributes(element: Element, instead: WrittenInstead): void {
    const attributes = attributesOf(element)
    const hasAuthor = attributes.some(({ localName }) => localName === 'author')
    for (const each of attributes) {
      const name = each.localName ?? each.name
      const isTime = (name === 'date' && hasAuthor) || (name === 'dt' && element.localName === 'cm')
      if (each.namespaceURI === 'http://www.w3.org/2000/xmlns/') continue
      if (name.startsWith('rsid') || DELETED.has(name) || isTime) instead.set(each, '')
      else if (PERSON_IDS.has(name)) each.value = this.#replaced(each.value)
      else if (Object.hasOwn(REPLACED, name)) each.value = REPLACED[name]!
      else if (DESCRIPTIONS.has(name) && LOCAL_PATH.test(each.value)) each.value = ''
    }
    if (PEOPLE.has(element.localName!)) this.#redactPerson(element)
  }

  #redactPerson(person: Element): void {
    for (const name of ['displayName', 'name']) if (person.hasAttribute(name)) person.setAttribute(name, NOBODY.name)
    const id = person.getAttribute('id')
    if (id) person.setAttribute('id', this.#replaced(id))
  }

  /** Numbers are places in a list; the ids of accounts are replaced. */
  #replaced(id: string): string {
    if (!GUID.test(id)) return /^\d+$/.test(id) ? id : NOBODY.name
    const known = this.#people.get(id.toUpperCase())
    const given = known ?? `{00000000-0000-4000-8000-${(this.#people.size + 1).toString().padStart(12, '0')}}`
    this.#people.set(id.toUpperCase(), given)
    return given
  }

  /** The notes of a spreadsheet: their authors are elements, and begin each note by name. */
  #redactNotes(root: Element): void {
    const named = new Set<string>()
    for (const each of elementsOf(root)) {
      if (each.localName === 'author' && !each.firstChild?.nextSibling) {
        const text = each.textContent ?? ''
        // This refers to a comment with answers, by its id.
        if (/^tc=\{[\da-f-]{36}\}$/i.test(text)) continue
        if (text.trim()) named.add(`${text.trim()}:`)
        each.textContent = NOBODY.name
      }
    }
    for (const each of elementsOf(root)) {
      if (each.localName === 't' && named.has((each.textContent ?? '').trim())) each.textContent = `${NOBODY.name}:\n`
    }
  }
}

const attributesOf = (element: Element): Attr[] => Array.from(element.attributes)

/** An alternative that says nothing else. */
function wrapperOf(element: Element): Element | null {
  const wrapper = element.localName === 'absPath' ? (element.parentNode?.parentNode as Element | null) : null
  return wrapper?.localName === 'AlternateContent' ? wrapper : null
}
