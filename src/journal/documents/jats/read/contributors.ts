import type { Element } from '@xmldom/xmldom'
import type { Affiliation } from '../../../../contract/rules/people/affiliations.ts'
import { creditInOrder, type CreditRole, creditRoleOf } from '../../../../contract/rules/people/credit.ts'
import { orcidIn } from '../../../../contract/rules/people/identifiers.ts'
import { fullNameOf, personName, type PersonName } from '../../../../contract/rules/people/people.ts'
import { inNormalForm } from '../../../../contract/rules/text/plain-text.ts'
import { Affiliations } from './affiliations.ts'
import { runsOf, runsOfNodes } from '../model/inline.ts'
import { attribute, child, children, descendants, isElement, nameOf, nodesOf, rawText } from '../model/nodes.ts'
import { plainText } from '../model/runs.ts'

export interface JatsContributor extends PersonName {
  affiliations: Affiliation[]
  /** Empty if the file gives none. */
  email: string
  orcid: string | null
  /** True only if the file marks the iD as authenticated by ORCID. */
  orcidAuthenticated: boolean
  corresponding: boolean
  credit: CreditRole[]
}

/** The authors in order, people and groups. Problems are reported in `warnings`. */
export function readContributors(meta: Element, warnings: string[]): JatsContributor[] {
  const affiliations = new Affiliations(meta)
  const writers = children(meta, 'contrib-group')
    .filter((group) => /^(?:|authors?|collab.*)$/.test(attribute(group, 'content-type')))
    .flatMap((group) => children(group, 'contrib'))
    .filter((contributor) => /^(?:|author|collab|group)$/.test(attribute(contributor, 'contrib-type')))
    .flatMap((element): Writer[] => {
      const name = nameIn(element)
      return name.fullName ? [{ element, ...name }] : []
    })
  const correspondence = readCorrespondence(meta, writers)
  return writers.map(({ element, ...name }, index) => ({
    ...name,
    affiliations: affiliations.of(element),
    ...orcidOf(element, name.fullName, warnings),
    credit: creditOf(element),
    ...correspondence[index]!,
  }))
}

/** Their roles by CRediT; what files say in other words stays in their text. */
const creditOf = (contributor: Element): CreditRole[] =>
  creditInOrder(
    children(contributor, 'role').flatMap(
      (role) =>
        [attribute(role, 'vocab-term-identifier'), attribute(role, 'content-type'), attribute(role, 'vocab-term')]
          .map(creditRoleOf)
          .find((found) => found !== undefined) ??
        (attribute(role, 'vocab') === 'credit' ? (creditRoleOf(rawText(role)) ?? []) : []),
    ),
  )

function nameIn(contributor: Element): PersonName {
  const group = child(contributor, 'collab') ?? child(child(contributor, 'collab-alternatives'), 'collab')
  const names = [
    ...children(contributor, 'name', 'string-name'),
    ...children(contributor, 'name-alternatives').flatMap((several) => children(several, 'name', 'string-name')),
  ]
  // A name in the article's language is preferred to one in the author's own script.
  const name =
    names.find((one) => !attribute(one, 'specific-use') && /^(?:|en)/.test(attribute(one, 'lang'))) ?? names[0]
  if (name) return nameOfElement(name)
  if (group) return personName({ fullName: groupName(group), isGroup: true })
  return personName({ fullName: child(contributor, 'anonymous') ? 'Anonymous' : '' })
}

/** The parts of a name as in the file; a name without parts is split, which is a guess. */
function nameOfElement(name: Element): PersonName {
  const part = (tag: string) => {
    const element = child(name, tag)
    return element ? withoutNoteMarks(plainText(runsOf(element))) : ''
  }
  const [surname, given, suffix] = [part('surname'), part('given-names'), part('suffix')]
  if (!surname && !given) return personName({ fullName: withoutNoteMarks(plainText(runsOf(name))) })
  // A single name is marked as a given name in some files.
  const parts = surname ? { familyName: surname, givenNames: given || null } : { familyName: given, givenNames: null }
  const eastern = attribute(name, 'name-style') === 'eastern'
  const fullName = fullNameOf(parts, eastern ? 'family name first' : 'given names first')
  return { fullName: [fullName, suffix].filter(Boolean).join(' '), ...parts, isGroup: false }
}

/** A group's name without the members that may be listed inside it. */
const groupName = (group: Element): string =>
  withoutNoteMarks(
    plainText(
      runsOfNodes(
        nodesOf(group).filter(
          (node) => !isElement(node) || !['contrib-group', 'aff', 'address', 'email'].includes(nameOf(node)),
        ),
        { citations: 'left out' },
      ),
    ),
  )

const withoutNoteMarks = (name: string): string =>
  name.replace(/^[\s,;*†‡§¶#]+|(?<![\s,;*†‡§¶#\d])[\s,;*†‡§¶#\d]+$/g, '').replace(/\s+/g, ' ')

function orcidOf(
  element: Element,
  fullName: string,
  warnings: string[],
): Pick<JatsContributor, 'orcid' | 'orcidAuthenticated'> {
  const stated =
    children(element, 'contrib-id').find((id) => attribute(id, 'contrib-id-type').toLowerCase() === 'orcid') ??
    children(element, 'ext-link', 'uri').find((link) => /orcid/i.test(attribute(link, 'href')))
  if (!stated) return { orcid: null, orcidAuthenticated: false }
  const orcid = orcidIn(`${rawText(stated)} ${attribute(stated, 'href')}`) ?? null
  if (!orcid) warnings.push(`The ORCID iD of ${fullName} ("${rawText(stated)}") is not a valid one and was left out.`)
  return { orcid, orcidAuthenticated: orcid !== null && attribute(stated, 'authenticated') === 'true' }
}

/** The data in a contributor's own element, before the notes are read. */
interface Writer extends PersonName {
  element: Element
}

interface Correspondence {
  corresponding: boolean
  email: string
}

interface Note {
  id: string
  text: string
  emails: { address: string; initials: string }[]
}

/**
 * Finds the corresponding authors and their email addresses: first the contributor's own attribute and
 * address, then the author notes ('*Correspondence: …'), whose addresses are matched by name and initials.
 */
function readCorrespondence(meta: Element, writers: Writer[]): Correspondence[] {
  const notes = notesOf(meta)
  const marked = writers.map((writer) => isMarked(writer, notes))
  if (!marked.some(Boolean)) {
    const named = writers.map((writer) => notes.some((note) => isNamedIn(note.text, writer)))
    for (const [index, is] of named.entries()) marked[index] = is
    if (!named.some(Boolean) && writers.length === 1 && notes.length) marked[0] = true
  }
  const answering = writers.filter((_, index) => marked[index])
  const emails = new Map(answering.map((writer) => [writer, ownEmail(writer)]))
  matchEmails(notes, answering, emails)
  return writers.map((writer, index) => ({
    corresponding: marked[index]!,
    email: emails.get(writer) || ownEmail(writer),
  }))
}

function notesOf(meta: Element): Note[] {
  const authorNotes = child(meta, 'author-notes')
  const notes = [
    ...children(authorNotes, 'corresp'),
    ...children(authorNotes, 'fn').filter((note) => attribute(note, 'fn-type') === 'corresp'),
  ]
  return notes
    .map((note) => ({ id: attribute(note, 'id'), text: rawText(note), emails: emailsIn(note) }))
    .filter(({ text, emails }) => emails.length || !/^\W*(?:present|current) (?:address|affiliation)/i.test(text))
}

/** The addresses in a note, each with the initials after it: 'a@b.org (D.S.)'. */
function emailsIn(note: Element): Note['emails'] {
  const elements = descendants(note, 'email')
  if (!elements.length) return (rawText(note).match(ADDRESS) ?? []).map((address) => ({ address, initials: '' }))
  return elements.map((element) => {
    const after = rawText(element.nextSibling)
    return {
      address: addressOf(element),
      initials: /^\)?\s*\((\p{Lu}[\p{Lu}. -]*)\)/u.exec(after)?.[1]?.replace(/[^\p{Lu}]/gu, '') ?? '',
    }
  })
}

const ADDRESS = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

const addressOf = (email: Element): string => rawText(email).match(ADDRESS)?.[0].toLowerCase() ?? ''

const ownEmail = ({ element }: Writer): string =>
  [...children(element, 'email'), ...children(element, 'address').flatMap((address) => children(address, 'email'))]
    .map(addressOf)
    .find(Boolean) ?? ''

const isMarked = ({ element }: Writer, notes: Note[]): boolean =>
  attribute(element, 'corresp') === 'yes' ||
  children(element, 'xref').some((xref) => {
    const ids = attribute(xref, 'rid').split(/\s+/)
    return notes.some((note) => note.id && ids.includes(note.id))
  })

const folded = (text: string): string =>
  inNormalForm(text, 'NFKD').replace(/\p{M}/gu, '').replace(/ø/gi, 'o').replace(/ł/gi, 'l').toLowerCase()

/** Family and given names; a group has neither. */
const partsOf = ({ familyName, givenNames }: Writer): [string, string] => [familyName ?? '', givenNames ?? '']

const isNamedIn = (text: string, writer: Writer): boolean => {
  const [familyName, givenNames] = partsOf(writer)
  const words = folded(text).split(/[^a-z-]+/)
  const first = folded(givenNames).split(/[\s.]+/)[0] ?? ''
  return (
    folded(familyName)
      .split(/\s+/)
      .every((word) => words.includes(word)) &&
    (!first || words.some((word) => word.startsWith(first[0]!)))
  )
}

function matchEmails(notes: Note[], answering: Writer[], emails: Map<Writer, string>): void {
  const pool = notes.flatMap((note) => note.emails.map((email) => ({ ...email, note })))
  const waiting = () => answering.filter((writer) => !emails.get(writer))
  const give = (fits: (email: (typeof pool)[number], writer: Writer) => boolean) => {
    for (const writer of waiting()) {
      const at = pool.findIndex((email) => fits(email, writer))
      if (at >= 0) emails.set(writer, pool.splice(at, 1)[0]!.address)
    }
  }
  const initialsOf = (writer: Writer) =>
    folded(partsOf(writer).reverse().join(' '))
      .split(/[\s.-]+/)
      .filter(Boolean)
      .map((word) => word[0])
      .join('')
      .toUpperCase()
  const pointsAt = (note: Note, { element }: Writer) =>
    children(element, 'xref').some((xref) => note.id && attribute(xref, 'rid') === note.id)
  const local = (address: string) => folded(address.split('@')[0]!).replace(/[^a-z]/g, '')
  // A note of one address that nobody else points at is certain, whatever names are in it.
  give(
    ({ note }, writer) =>
      note.emails.length === 1 &&
      pointsAt(note, writer) &&
      answering.every((other) => other === writer || !pointsAt(note, other)),
  )
  give(({ initials }, writer) => initials !== '' && initials === initialsOf(writer))
  give(
    ({ address }, { familyName }) =>
      familyName !== null &&
      folded(familyName).length > 2 &&
      local(address).includes(folded(familyName).replace(/[^a-z]/g, '')),
  )
  give(({ note }, writer) => note.emails.length === 1 && pointsAt(note, writer))
  give(({ note }, writer) => note.emails.length === 1 && isNamedIn(note.text, writer))
  // The remaining addresses are in the order of the names.
  if (pool.length && waiting().length <= pool.length) give(() => true)
}
