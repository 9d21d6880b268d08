import { Fragment } from 'react'

/** An address that is broken after its slashes where it does not fit on a line, not in mid-word. */
export function WebAddress({ children }: { children: string }) {
  return children.split(/(?<=[^/:]\/)/).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
