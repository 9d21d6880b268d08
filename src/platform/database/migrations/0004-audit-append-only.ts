const REFUSED = 'The audit log can only be added to'

/** With the action included, the index also answers how many entries refer to a record. */
const countedByAction = [
  `drop index audit_entries_newest`,
  `create index audit_entries_newest on audit_entries (at desc, id desc, action)`,
]

/**
 * The database itself keeps the audit log append-only: nothing can change or remove an entry by mistake.
 * Triggers differ between the two engines.
 */
export const statements = {
  sqlite: [
    ...countedByAction,
    `create trigger audit_entries_no_update before update on audit_entries
      begin select raise(abort, '${REFUSED}'); end`,
    `create trigger audit_entries_no_delete before delete on audit_entries
      begin select raise(abort, '${REFUSED}'); end`,
    // 'insert or replace' deletes the old row without firing the trigger above.
    `create trigger audit_entries_no_replace before insert on audit_entries
      when exists (select 1 from audit_entries where id = new.id)
      begin select raise(abort, '${REFUSED}'); end`,
  ],
  postgres: [
    ...countedByAction,
    `create function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception '${REFUSED}'; end $$`,
    `create trigger audit_entries_append_only before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change()`,
  ],
}
