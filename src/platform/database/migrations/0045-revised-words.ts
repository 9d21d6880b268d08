/** The revision of a manuscript that a correction came with; null: none. */
export const statements = [`alter table article_corrections add column version_id text`]
