import type { Element } from '@xmldom/xmldom'
import type { Affiliation } from '../../../contract/rules/people/affiliations.ts'
import { orcidIn } from '../../../contract/rules/people/orcid.ts'
import { fullNameOf, personName, type PersonName } from '../../../contract/rules/people/people.ts'
import { Affiliations } from './affiliations.ts'
import { readCorrespondence, type Writer } from './correspondence.ts'
import { runsOf, runsOfNodes } from './inline.ts'
import { attribute, child, children, isElement, nameOf, nodesOf, rawText } from './nodes.ts'
import { plainText } from './runs.ts'

export interface JatsContributor extends PersonName {
  affiliations: Affiliation[]
  /** Empty if the file gives none. */
  email: string
  orcid: string | null
  /** True only if the file marks the iD as authenticated by ORCID. */
  orcidAuthenticated: boolean
  corresponding: boolean
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
    ...correspondence[index]!,
  }))
}

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
