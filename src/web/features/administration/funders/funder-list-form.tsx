import { useState } from 'react'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { useCommand, useSent } from '../../../ui/use-command.ts'
import { sendFunders } from './funder-list.ts'

const BYTES_MAX = 500 * 1024 * 1024

/** Which funders are suggested to authors, and where ROR's own list is loaded. */
export function FunderListForm({
  listed,
  loadedAt,
  send,
}: {
  listed: number
  loadedAt: string | null
  send: Parameters<typeof sendFunders>[1]
}) {
  const { run, busy, failure } = useCommand()
  const [name, setName] = useState('')
  const sent = useSent()
  const load = (file: File) => {
    setName(file.name)
    return run(() => sent(sendFunders(file, send)))
  }
  return (
    <Section title="Funders">
      <p className="space">
        {loadedAt === null
          ? `Authors are offered ${counted(listed, 'funder')} that come with the program; any other can be typed.`
          : `Authors are offered ${counted(listed, 'funder')} of ROR’s list, loaded on ${longDate(loadedAt)}; any other can be typed.`}{' '}
        ROR’s own list is free: save it from <Link to="https://doi.org/10.5281/zenodo.6347574">Zenodo</Link>, unpack it,
        and choose its CSV file here, once a year.
      </p>
      <DropZone
        name="funders"
        label="List of funders"
        types={{ csv: 'text/csv' }}
        maxBytes={BYTES_MAX}
        hint="CSV. It is read on this computer; only the names of funders are sent."
        error={failure?.message}
        onFiles={([file]) => void (file && load(file))}
      />
      <p role="status">{busy && `Loading ${name}…`}</p>
    </Section>
  )
}
