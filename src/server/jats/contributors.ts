import type { Element } from '@xmldom/xmldom'
import { orcidIn } from '../../contract/domain/orcid.ts'
import { Affiliations } from './affiliations.ts'
import { readCorrespondence, type Writer } from './correspondence.ts'
import { runsOf, runsOfNodes } from './inline.ts'
import { attribute, child, children, isElement, nameOf, nodesOf, rawText } from './nodes.ts'
import { plainText } from './runs.ts'

export interface JatsContributor {
  fullName: string
  /** Null for groups and for people with one name. */
  familyName: string | null
  givenNames: string | null
  affiliations: string[]
  /** Empty when the file gives none. */
  email: string
  orcid: string | null
  /** True only where the file says that ORCID itself vouched for the iD. */
  orcidAuthenticated: boolean
  corresponding: boolean
}

/** The authors in their order, people and groups. What could not be used is said in `warnings`. */
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
  return writers.map(({ element, fullName, familyName, givenNames }, index) => ({
    fullName,
    familyName: familyName && givenNames ? familyName : null,
    givenNames: familyName && givenNames ? givenNames : null,
    affiliations: affiliations.of(element),
    ...orcidOf(element, fullName, warnings),
    ...correspondence[index]!,
  }))
}

type Name = Pick<Writer, 'fullName' | 'familyName' | 'givenNames'>

function nameIn(contributor: Element): Name {
  const group = child(contributor, 'collab') ?? child(child(contributor, 'collab-alternatives'), 'collab')
  const names = [
    ...children(contributor, 'name', 'string-name'),
    ...children(contributor, 'name-alternatives').flatMap((several) => children(several, 'name', 'string-name')),
  ]
  // A name in the reader's script before one in the author's own.
  const name =
    names.find((one) => !attribute(one, 'specific-use') && /^(?:|en)/.test(attribute(one, 'lang'))) ?? names[0]
  if (name) return personName(name)
  if (group) return { fullName: groupName(group), familyName: '', givenNames: '' }
  return { fullName: child(contributor, 'anonymous') ? 'Anonymous' : '', familyName: '', givenNames: '' }
}

function personName(name: Element): Name {
  const part = (tag: string) => {
    const element = child(name, tag)
    return element ? withoutNoteMarks(plainText(runsOf(element))) : ''
  }
  const [familyName, givenNames, suffix] = [part('surname'), part('given-names'), part('suffix')]
  if (!familyName && !givenNames)
    return { fullName: withoutNoteMarks(plainText(runsOf(name))), familyName: '', givenNames: '' }
  const eastern = attribute(name, 'name-style') === 'eastern'
  const inOrder = eastern ? [familyName, givenNames] : [givenNames, familyName]
  return { fullName: [...inOrder, suffix].filter(Boolean).join(' '), familyName, givenNames }
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
