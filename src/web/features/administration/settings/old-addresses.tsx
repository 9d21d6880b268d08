import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { type OldAddress, type OldAddresses as Addresses, RedirectForm } from '../../../../contract/api/redirects.ts'
import type { TextInList } from '../../../../contract/api/settings.ts'
import { DEFAULT_MENU } from '../../../../contract/rules/settings/menu.ts'
import { browserApi } from '../../../client/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

interface Row extends OldAddress {
  id: string
}

type Open = { editing: Pick<OldAddress, 'from' | 'to'> } | { removing: string } | null

/** Addresses that lead elsewhere, and those that readers asked for and did not find. */
export function OldAddresses({
  addresses: { redirects: leading, missed },
  texts,
}: {
  addresses: Addresses
  texts: readonly TextInList[]
}) {
  const [open, setOpen] = useState<Open>(null)
  const { revalidate } = useRevalidator()
  const rows: Row[] = [
    ...missed.map(({ path, asked }) => ({ id: path, from: path, to: '', isFixed: false, asked })),
    ...leading.map((one) => ({ ...one, id: one.from })),
  ]
  const done = (message: string) => {
    setOpen(null)
    toast.success(message)
    void revalidate()
  }
  const columns: Column<Row>[] = [
    { head: 'Address', className: 'ttl', cell: ({ from }) => <code className="broken">{from}</code> },
    { head: 'Leads to', className: 'fact', cell: (row) => <Target row={row} texts={texts} /> },
    { head: 'Asked for, 30 days', className: 'num', cell: ({ asked }) => asked },
    {
      head: 'Actions',
      className: 'actions',
      cell: ({ from, to, isFixed }) =>
        isFixed ? (
          <span className="muted small">Stays</span>
        ) : (
          <>
            <button
              type="button"
              className={to ? 'btn text' : 'btn row'}
              onClick={() => setOpen({ editing: { from, to } })}
            >
              {to ? 'Change' : 'Choose a Page'}
              <span className="sr"> for {from}</span>
            </button>
            {to && (
              <button type="button" className="btn text" onClick={() => setOpen({ removing: from })}>
                Remove<span className="sr"> {from}</span>
              </button>
            )}
          </>
        ),
    },
  ]
  return (
    <section className="part" aria-labelledby="old-addresses">
      <header>
        <h2 id="old-addresses">Old addresses</h2>
        <button type="button" className="btn text" onClick={() => setOpen({ editing: { from: '', to: '' } })}>
          <Plus className="ic" aria-hidden="true" />
          Add<span className="sr"> an old address</span>
        </button>
      </header>
      <p className="muted">
        {missed.length
          ? 'Readers and other sites still ask for these. Where should they lead?'
          : 'An address at which there is no page can lead to one that takes its place.'}
      </p>
      {rows.length > 0 && <DataTable label="Old addresses" columns={columns} rows={rows} />}
      {open && 'editing' in open && (
        <AddressForm address={open.editing} texts={texts} onSaved={done} onClose={() => setOpen(null)} />
      )}
      {open && 'removing' in open && (
        <ConfirmDialog
          title="Remove this old address?"
          confirm="Remove"
          danger
          onConfirm={async () => done((await browserApi.redirects.remove({ from: open.removing })).message)}
          onClose={() => setOpen(null)}
        >
          <p>
            Readers who ask for <code className="broken">{open.removing}</code> will find no page.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Target({ row: { to, isFixed }, texts }: { row: Row; texts: readonly TextInList[] }) {
  if (!to) return isFixed ? 'Nowhere: it has ended' : <span className="warning-ink">Nowhere yet</span>
  return <Link to={to}>{titleAt(to, texts) ?? to}</Link>
}

const titleAt = (path: string, texts: readonly TextInList[]): string | undefined =>
  texts.find(({ page }) => page?.path === path)?.title ?? DEFAULT_MENU.find(({ to }) => to === path)?.label

function AddressForm({
  address,
  texts,
  onSaved,
  onClose,
}: {
  address: Pick<OldAddress, 'from' | 'to'>
  texts: readonly TextInList[]
  onSaved: (message: string) => void
  onClose: () => void
}) {
  const form = useForm({
    schema: RedirectForm,
    initial: address,
    submit: async (input) => onSaved((await browserApi.redirects.save(input)).message),
  })
  const known = [
    ...DEFAULT_MENU.map(({ to }) => to),
    ...texts.flatMap(({ page }) => (page?.isAdded && page.leadsTo === null ? [page.path] : [])),
  ]
  return (
    <FormDialog
      title={address.from ? 'Where does it lead?' : 'Add an old address'}
      form={form}
      save="Save"
      saving="Saving..."
      onClose={onClose}
    >
      <Field {...form.text('from')} label="Old address" hint="As it begins after the name of the site: /apc" />
      <Field {...form.text('to')} label="Leads to" hint="A page of this site: /publication-fee" list="known-pages" />
      <datalist id="known-pages">
        {known.map((path) => (
          <option key={path} value={path}>
            {titleAt(path, texts)}
          </option>
        ))}
      </datalist>
    </FormDialog>
  )
}
