/**
 * Accounts can be deleted: their row stays, so that what refers to it does, and says since when. Two kinds of records
 * that can only be added to may name them. In a transaction that says that it erases (`erasing`), the texts in them may
 * be replaced, and nothing else: no entry goes, none is added between others, and who did what to what and when stays.
 */

const AUDIT_REFUSED = 'The audit log can only be added to'
const DECISIONS_REFUSED = 'Rows of decisions can only be added'

/** A row is here only within a transaction that erases: others never see it. */
const both = [
  `alter table users add column deleted_at text`,
  `create table erasing (id text primary key, at text not null)`,
]

const AUDIT_KEPT = ['seq', 'id', 'at', 'actor_id', 'action', 'subject']
const DECISION_KEPT = [
  ...['id', 'article_id', 'round_id', 'version_id', 'kind', 'from_stage', 'revision_due_on', 'exception_reason'],
  ...['decided_by', 'decided_at', 'reverses_id'],
]
const auditKept = (same: string) =>
  [
    ...AUDIT_KEPT.map((column) => `new.${column} ${same} old.${column}`),
    ...['before', 'after'].map((column) => `(new.${column} is null) = (old.${column} is null)`),
  ].join(' and ')
const decisionKept = (same: string) =>
  DECISION_KEPT.map((column) => `new.${column} ${same} old.${column}`).join(' and ')

const ERASING = `exists (select 1 from erasing)`

/** In place of the trigger that refused every change of a row. */
const sqliteTrigger = (table: string, kept: string, refused: string) => [
  `drop trigger ${table}_no_update`,
  `create trigger ${table}_no_update before update on ${table} when not (${ERASING} and ${kept})
    begin select raise(abort, '${refused}'); end`,
]

/** Rows are compared one by one; what is refused for all rows at once stays so. */
const postgresTrigger = (table: string, kept: string, refused: string, refuse: string) => [
  `drop trigger ${table}_append_only on ${table}`,
  `create trigger ${table}_append_only before delete or truncate on ${table}
    for each statement execute function ${refuse}()`,
  `create function refuse_update_of_${table}() returns trigger language plpgsql as $$ begin
    if ${ERASING} and ${kept} then return new; end if;
    raise exception '${refused}'; end $$`,
  `create trigger ${table}_no_update before update on ${table}
    for each row execute function refuse_update_of_${table}()`,
]

export const statements = {
  sqlite: [
    ...both,
    ...sqliteTrigger('audit_entries', auditKept('is'), AUDIT_REFUSED),
    ...sqliteTrigger('decisions', decisionKept('is'), DECISIONS_REFUSED),
  ],
  postgres: [
    ...both,
    ...postgresTrigger('audit_entries', auditKept('is not distinct from'), AUDIT_REFUSED, 'refuse_audit_change'),
    ...postgresTrigger(
      'decisions',
      decisionKept('is not distinct from'),
      DECISIONS_REFUSED,
      'refuse_change_of_decisions',
    ),
  ],
}
