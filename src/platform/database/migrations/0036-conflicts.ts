/**
 * What a reviewer, or a colleague who helps them, has told of a conflict of interest stays with the case in all rounds.
 * Whom a complaint is about: in the author's words, and the editors who therefore do not answer it, as JSON.
 */
export const statements = [
  `alter table conflicts add column text text`,
  `alter table grievances add column about text`,
  `alter table grievances add column involved text`,
]
