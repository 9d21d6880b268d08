const REFUSED = 'The audit log can only be added to'

/**
 * The database itself keeps the audit log append-only: no program and no hand changes or removes an
 * entry by mistake. Triggers are where the two engines have no words in common.
 */
export const statements = {
  sqlite: [
    `create trigger audit_entries_no_update before update on audit_entries
      begin select raise(abort, '${REFUSED}'); end`,
    `create trigger audit_entries_no_delete before delete on audit_entries
      begin select raise(abort, '${REFUSED}'); end`,
    // 'insert or replace' removes the old row without asking the trigger above.
    `create trigger audit_entries_no_replace before insert on audit_entries
      when exists (select 1 from audit_entries where id = new.id)
      begin select raise(abort, '${REFUSED}'); end`,
  ],
  postgres: [
    `create function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception '${REFUSED}'; end $$`,
    `create trigger audit_entries_append_only before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change()`,
  ],
}
