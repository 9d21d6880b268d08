import { contextOf } from './context.ts'
import { FAMILY_RULES, type ReadFamily } from './family.ts'
import { oldIssues } from './issues.ts'
import { oldCategories, oldJournal, oldSections } from './journal-parts.ts'
import type { OldArticle, OldCategory, OldIssue, OldJournal, OldManuscript, OldSection } from './objects.ts'
import { oldPeople, type PersonOrLeft } from './people.ts'
import type { Source } from './rows.ts'
import { oldSubmissions } from './submissions.ts'
import { swept, type Swept } from './sweep.ts'

/**
 * A journal as the old database has it. Each list is read when it is gone through, one object after the other, and from
 * its beginning each time; together they tell every row of the tables in `RECKONED` once.
 */
export interface OldModel {
  journal: OldJournal
  sections: () => Iterable<OldSection>
  categories: () => Iterable<OldCategory>
  issues: () => Iterable<OldIssue>
  people: () => Iterable<PersonOrLeft>
  submissions: () => Iterable<OldArticle | OldManuscript>
  swept: () => Iterable<Swept>
}

/** The model of one journal; undefined if the database has none with this path. */
export function oldModel(source: Source, family: ReadFamily, journalPath: string): OldModel | undefined {
  const context = contextOf(source, FAMILY_RULES[family], journalPath)
  return (
    context && {
      journal: oldJournal(context),
      sections: () => oldSections(context),
      categories: () => oldCategories(context),
      issues: () => oldIssues(context),
      people: () => oldPeople(context),
      submissions: () => oldSubmissions(context),
      swept: () => swept(context),
    }
  )
}
