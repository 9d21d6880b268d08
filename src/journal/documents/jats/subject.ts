import type { Element } from '@xmldom/xmldom'
import { runsOf } from './inline.ts'
import { attribute, child, children } from './nodes.ts'
import { plainText } from './runs.ts'

/** Labels for the type of an article, not its subject. */
const KIND_OF_TEXT =
  /^(?:(?:original|regular|full|full-length|short|brief|mini|invited|systematic|primary|peer-reviewed|open access) )*(?:research|articles?|(?:research|review|methods?|methodology|data|technical|case) (?:articles?|papers?|reports?|notes?)|reviews?|original|papers?|letters?|reports?|notes?|communications?|contributions?|resources?|tools and resources|hypothes[ie]s|stud(?:y|ies)|monographs?|editorials?|perspectives?|opinions?|commentar(?:y|ies)|corrections?|errat(?:um|a)|protocols?|methods?|methodology|data descriptors?|research in context|registered reports?|database|software|case stud(?:y|ies))$/i

/** Groups for a place, a plant or a journal section, and headings above lists of subjects. */
const OTHER_GROUPS = /taxon|geograph|journal-coll|access|badge|funding|series/i
const NO_SUBJECT = /^subject areas?$|^subjects?$|^disciplines?$|^categor(?:y|ies)$|^other$/i

/**
 * The single category of an article: the first subject that names a field of study; otherwise the article
 * type in the file ('Research Article'). Falls back on the `article-type` attribute.
 */
export function readCategory(article: Element, meta: Element): string {
  const groups = children(child(meta, 'article-categories'), 'subj-group').filter(
    (group) => !OTHER_GROUPS.test(attribute(group, 'subj-group-type')),
  )
  const isHeading = (group: Element) => attribute(group, 'subj-group-type') === 'heading'
  const labels = [...groups.filter(isHeading), ...groups.filter((group) => !isHeading(group))]
    .flatMap(labelsOf)
    .filter((label) => /\p{L}{2}/u.test(label) && !NO_SUBJECT.test(label))
  const field = labels.find((label) => !KIND_OF_TEXT.test(label))
  return field ?? labels[0] ?? fromType(attribute(article, 'article-type'))
}

/** The labels of a group, outer before inner. */
const labelsOf = (group: Element): string[] => [
  ...children(group, 'subject').map((subject) => plainText(runsOf(subject))),
  ...children(group, 'subj-group').flatMap(labelsOf),
]

/** 'research-article' becomes 'Research Article'. */
const fromType = (type: string): string =>
  (type || 'article')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
