import type { TextInList } from '../../../../contract/api/settings.ts'
import { NOWHERE, pageSlugFor } from '../../../../contract/rules/settings/own-pages.ts'
import { contentPath, paths, POLICY_PAGES, policyPath } from '../../../../contract/rules/site/paths.ts'
import { Field, SelectField } from '../../../ui/field.tsx'

type Head = Readonly<Record<string, string>>

const ENDINGS = [
  { value: NOWHERE, label: 'Nowhere: readers are told that it has gone' },
  { value: paths.home, label: 'Home' },
  { value: paths.about, label: 'About' },
  ...POLICY_PAGES.map(({ slug, title }) => ({ value: policyPath(slug), label: title })),
]

/** What the lines at the top of its text are called. */
export const OWN_PAGE_FIELDS = [
  ['title', 'Title'],
  ['address', 'Address'],
  ['leads-to', 'If this page ends, its address leads to'],
] as const
const [[, TITLE], [, ADDRESS], [, LEADS_TO]] = OWN_PAGE_FIELDS

/** What a page that the journal has added is called, where it is, and where its address leads once it has ended. */
export function OwnPageFields({
  head,
  page,
  onChange,
}: {
  head: Head
  page: TextInList['page']
  onChange: (head: Head) => void
}) {
  const { title = '', address = '', 'leads-to': leadsTo = '', ...rest } = head
  const isNew = page === null || page.version === null
  const write = (next: { title?: string; address?: string; leadsTo?: string }) => {
    const all = { title, address, leadsTo, ...next }
    onChange({
      ...{ title: all.title, address: all.address, ...rest },
      ...(all.leadsTo && { 'leads-to': all.leadsTo }),
    })
  }
  const endings = ENDINGS.some(({ value }) => value === leadsTo)
    ? ENDINGS
    : [...ENDINGS, ...(leadsTo ? [{ value: leadsTo, label: leadsTo }] : [])]
  return (
    <>
      <Field
        name="title"
        label={TITLE}
        value={title}
        onChange={(typed) =>
          // As long as nobody has written another, the address follows the title.
          write({ title: typed, ...(isNew && address === pageSlugFor(title) && { address: pageSlugFor(typed) }) })
        }
      />
      <Field
        name="address"
        label={ADDRESS}
        hint={
          isNew
            ? `${contentPath('')}… After the title, unless you write another.`
            : `${contentPath('')}… Its earlier address will lead to the new one.`
        }
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={(typed) => write({ address: typed.trim() })}
      />
      {!isNew && (
        <SelectField
          name="leads-to"
          label={LEADS_TO}
          hint={leadsTo ? 'Readers cannot open this page. Its text is kept here.' : undefined}
          value={leadsTo}
          placeholder="The page goes on"
          options={endings}
          onChange={(leadsTo) => write({ leadsTo })}
        />
      )}
    </>
  )
}
